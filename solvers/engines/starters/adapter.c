/* Measures a library for exact cover with xcbench. Fill in solve; the rest speaks the protocol xcb.
   Build and test it:
     cc -O2 -o adapter adapter.c
     xcbench engine test ./adapter */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Items are 0, 1, ...; the first primary ones must be covered exactly once, the others at most once, or
   often if always in one colour. Option o has the entries option[o][0], ..., option[o][length[o]-1]. */
typedef struct { int32_t item, colour; } entry; /* 0 is no colour */
typedef struct { int primary, items, options, *length; entry **option; } problem;
typedef struct { long long show, solutions, time; } limits; /* time in nanoseconds; 0 for no limit */
typedef int callback(const int *options, int count); /* returns 1 if the search has to stop */

static int extend(const problem *p, callback *found, int *covered, int *chosen, int level) {
  int item = 0, stop = 0; /* covered[i] is -1, or the colour of i */
  while (item < p->primary && covered[item] >= 0) item++;
  if (item == p->primary) return found(chosen, level);
  int *before = (int *)malloc((p->items + 1) * sizeof(int));
  memcpy(before, covered, p->items * sizeof(int));
  for (int o = 0; o < p->options && !stop; o++) {
    int fits = 0;
    for (int k = 0; k < p->length[o]; k++) {
      entry e = p->option[o][k];
      fits = before[e.item] < 0 || (e.colour > 0 && e.colour == before[e.item]) ? fits + (e.item == item) : -p->items;
    }
    if (fits <= 0) continue;
    for (int k = 0; k < p->length[o]; k++) covered[p->option[o][k].item] = p->option[o][k].colour;
    chosen[level] = o, stop = extend(p, found, covered, chosen, level + 1);
    memcpy(covered, before, p->items * sizeof(int));
  }
  free(before);
  return stop;
}

/* Passes each solution to found, as numbers of options from 0, until found returns 1. It keeps the
   limits too. Replace this search, and extend, by a call of your library. Return its number of nodes,
   or -1. */
static long long solve(const problem *p, const limits *l, callback *found) {
  int *covered = (int *)malloc((p->items + 1) * sizeof(int)), *chosen = (int *)calloc(p->options + 1, sizeof(int));
  for (int i = 0; i < p->items; i++) covered[i] = -1;
  extend(p, found, covered, chosen, 0);
  free(covered), free(chosen);
  (void)l;
  return -1;
}

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static limits limit;
static long long count, began;
static const char *status;

static int take(const int *options, int n) {
  count++;
  if (limit.show) {
    printf("solution");
    for (int k = 0; k < n; k++) printf(" %d", options[k] + 1);
    puts("");
  }
  if (count == limit.solutions) status = "limit";
  else if (limit.time && now() - began >= limit.time) status = "timeout";
  return strcmp(status, "solved") != 0;
}

static void run(const problem *p, char *words) {
  memset(&limit, 0, sizeof limit), count = 0, status = "solved";
  for (char *key = strtok(words, " \n"), *value; key && (value = strtok(NULL, " \n")); key = strtok(NULL, " \n")) {
    if (!strcmp(key, "show")) limit.show = atoll(value);
    if (!strcmp(key, "solutions")) limit.solutions = atoll(value);
    if (!strcmp(key, "time")) limit.time = atoll(value);
  }
  began = now();
  long long nodes = solve(p, &limit, take);
  printf("done %s solutions %lld search %lld", status, count, now() - began);
  if (nodes >= 0) printf(" nodes %lld", nodes);
  puts("");
}

static int read_problem(problem *p, int32_t *in, int32_t *end) { /* returns 0 if the problem is wrong */
  p->primary = in[0], p->items = in[1], p->options = in[2], in += 3;
  if (p->primary < 0 || p->primary > p->items || p->options < 0 || p->options > end - in) return 0;
  p->length = (int *)realloc(p->length, (p->options + 1) * sizeof *p->length);
  p->option = (entry **)realloc(p->option, (p->options + 1) * sizeof *p->option);
  for (int o = 0; o < p->options; o++, in += 2 * p->length[o - 1]) {
    if (in >= end || *in < 0 || 2LL * *in >= end - in) return 0;
    p->length[o] = *in++, p->option[o] = (entry *)in;
    for (int k = 0; k < p->length[o]; k++)
      if (in[2 * k] < 0 || in[2 * k] >= p->items) return 0;
  }
  return 1;
}

int main(void) {
  static char line[4096];
  problem p = {0, 0, 0, NULL, NULL};
  int32_t *text = NULL;
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "xcb ", 4)) {
      puts("xcb 1\nname adapter.c\nversion 1\nproblem pairs\ntakes secondary\ntakes colours\nready");
    } else if (!strncmp(line, "problem pairs ", 14)) {
      size_t bytes = strtoull(line + 14, NULL, 10);
      text = (int32_t *)realloc(text, bytes + 1); /* the options of p point into it */
      if (bytes < 12 || fread(text, 1, bytes, stdin) < bytes) return 1;
      puts(read_problem(&p, text, text + bytes / 4) ? "ready" : "error wrong problem");
    } else if (!strncmp(line, "run", 3)) {
      run(&p, line + 3);
    } else if (strncmp(line, "cancel", 6)) {
      puts("error unknown request");
    }
    fflush(stdout);
  }
}
