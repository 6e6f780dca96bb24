/* An exact cover solver that xcbench can measure: Algorithm X with dancing links, in C.
   It speaks the protocol xcb: one line a message, and problems in binary. Build and test it:
     cc -O2 -o engine engine.c
     xcbench engine test ./engine */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* Item i is node i+1, and the head of the vertical list of its options. Node 0 is the head of the
   horizontal list of the primary items. The other nodes are the items of options; an option's nodes
   stand side by side, with a spacer before and after them, whose top is <= 0. */
static int primary, items, options, *up, *down, *top, *left, *right, *size, *number, *chosen;
static long long *nodes, *updates; /* by level */

static void cover(int i, int level) {
  left[right[i]] = left[i], right[left[i]] = right[i], updates[level]++;
  for (int r = down[i]; r != i; r = down[r])
    for (int k = r + 1; k != r;) {
      if (top[k] <= 0) { k = up[k]; continue; } /* the spacer leads to the first node */
      down[up[k]] = down[k], up[down[k]] = up[k], size[top[k]]--, updates[level]++, k++;
    }
}

static void uncover(int i) {
  for (int r = up[i]; r != i; r = up[r])
    for (int k = r - 1; k != r;) {
      if (top[k] <= 0) { k = down[k]; continue; } /* the spacer leads to the last node */
      down[up[k]] = up[down[k]] = k, size[top[k]]++, k--;
    }
  left[right[i]] = right[left[i]] = i;
}

static void others(int r, int level, int forward) { /* covers or uncovers the other items of an option */
  for (int k = forward ? r + 1 : r - 1; k != r;) {
    if (top[k] <= 0) { k = forward ? up[k] : down[k]; continue; }
    if (forward) cover(top[k++], level);
    else uncover(top[k--]);
  }
}

static int read_problem(int32_t *in, int32_t *end) { /* returns 0 if the problem is wrong */
  int count = (primary = in[0], items = in[1], options = in[2], 0), at = items + 1;
  int32_t *p = in + 3;
  if (primary < 0 || primary > items || options < 0) return 0;
  for (int o = 0; o < options; o++, count += *p, p += *p + 1) {
    if (p >= end || *p < 0 || *p >= end - p) return 0;
    for (int k = 1; k <= *p; k++)
      if (p[k] < 0 || p[k] >= items) return 0;
  }
  int n = items + 2 + count + options, **all[] = {&up, &down, &top, &left, &right, &size, &number, &chosen};
  for (int k = 0; k < 8; k++) free(*all[k]), *all[k] = (int *)calloc(n, sizeof(int));
  free(nodes), free(updates);
  nodes = (long long *)calloc(n, sizeof *nodes), updates = (long long *)calloc(n, sizeof *updates);
  for (int i = 0; i <= items; i++) {
    up[i] = down[i] = left[i] = right[i] = i;
    if (0 < i && i <= primary) left[i] = i - 1, right[i - 1] = i, left[0] = i, right[i] = 0;
  }
  p = in + 3;
  for (int o = 0; o < options; o++) {
    int length = *p++, first = at + 1;
    down[at] = at + length; /* node at is the spacer before the option */
    for (int k = first; k < first + length; k++) {
      int i = *p++ + 1;
      top[k] = i, number[k] = o + 1, size[i]++;
      up[k] = up[i], down[k] = i, down[up[i]] = k, up[i] = k;
    }
    at += length + 1, up[at] = first, top[at] = 0;
  }
  return 1;
}

static struct { long long show, solutions, nodes, updates, time; } limit;
static long long found, tried, deadline;
static const char *status; /* why the search ends, or NULL */

static void search(int level) {
  long long done = 0;
  for (int l = 0; limit.updates && l <= level; l++) done += updates[l];
  if ((limit.nodes && tried >= limit.nodes) || (limit.updates && done >= limit.updates)) status = "limit";
  else if (limit.time && tried % 256 == 0 && now() >= deadline) status = "timeout";
  if (status) return;
  tried++, nodes[level]++;
  if (right[0] == 0) { /* every primary item is covered */
    found++;
    if (limit.show) {
      printf("solution");
      for (int l = 0; l < level; l++) printf(" %d", number[chosen[l]]);
      puts("");
    }
    if (found == limit.solutions) status = "limit";
    return;
  }
  int best = right[0]; /* the item with the fewest options; the first of several */
  for (int i = best; i; i = right[i])
    if (size[i] < size[best]) best = i;
  cover(best, level);
  for (int r = down[best]; r != best && !status; r = down[r]) {
    chosen[level] = r;
    others(r, level, 1);
    search(level + 1);
    others(r, level, 0);
  }
  uncover(best);
}

static void run(char *words) {
  memset(&limit, 0, sizeof limit), found = tried = 0, status = NULL;
  for (char *key = strtok(words, " \n"), *value; key && (value = strtok(NULL, " \n")); key = strtok(NULL, " \n")) {
    long long n = atoll(value);
    if (!strcmp(key, "show")) limit.show = n;
    if (!strcmp(key, "solutions")) limit.solutions = n;
    if (!strcmp(key, "nodes")) limit.nodes = n;
    if (!strcmp(key, "updates")) limit.updates = n;
    if (!strcmp(key, "time")) limit.time = n;
  }
  int deepest = primary < options ? primary : options;
  for (int l = 0; l <= deepest; l++) nodes[l] = updates[l] = 0;
  long long began = now();
  deadline = began + limit.time;
  search(0);
  long long took = now() - began, all = 0;
  for (int l = 0; l <= deepest && nodes[l]; l++) printf("level %lld %lld\n", nodes[l], updates[l]), all += updates[l];
  printf("done %s solutions %lld nodes %lld updates %lld search %lld\n", status ? status : "solved", found, tried, all, took);
}

int main(void) {
  static char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "xcb ", 4)) {
      puts("xcb 1\nname engine.c\nversion 1\nproblem binary\ntakes secondary\nready");
    } else if (!strncmp(line, "problem binary ", 15)) {
      size_t bytes = strtoull(line + 15, NULL, 10);
      int32_t *text = (int32_t *)malloc(bytes + 1);
      if (bytes < 12 || fread(text, 1, bytes, stdin) < bytes) return 1;
      long long began = now();
      if (read_problem(text, text + bytes / 4)) printf("ready setup %lld\n", now() - began);
      else puts("error wrong problem");
      free(text);
    } else if (!strncmp(line, "run", 3)) {
      run(line + 3);
    } else if (strncmp(line, "cancel", 6)) {
      puts("error unknown request");
    }
    fflush(stdout);
  }
}
