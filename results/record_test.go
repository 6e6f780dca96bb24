package results_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"xcbench/results"
)

// All versions of xcbench read the same run.json: what one of them wrote is read, and written again
// to the last byte.
func TestARecordIsWrittenAgainAsItWasRead(t *testing.T) {
	start, end := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), time.Date(2026, 1, 2, 3, 4, 7, 0, time.UTC)
	for _, c := range []struct {
		text string
		want results.Record
	}{
		{`{
  "flags": {
    "samples": [
      "3"
    ],
    "solver": []
  },
  "args": [
    "queens/8",
    "langford/7"
  ],
  "plan": "0123",
  "steps": 12,
  "instances": 2,
  "environment": {
    "cpu": "a processor",
    "goos": "linux"
  },
  "sessions": [
    {
      "start": "2026-01-02T03:04:05.000000006Z",
      "load_start": "0.5"
    },
    {
      "start": "2026-01-02T03:04:05.000000006Z",
      "end": "2026-01-02T03:04:07Z",
      "load_start": "1",
      "load_end": "2",
      "error": "interrupted",
      "again": [
        "queens/8: naive"
      ]
    }
  ]
}
`, results.Record{
			Flags: map[string][]string{"samples": {"3"}, "solver": {}}, Args: []string{"queens/8", "langford/7"},
			Plan: "0123", Steps: 12, Instances: 2,
			Environment: map[string]string{"cpu": "a processor", "goos": "linux"},
			Sessions: []results.Session{{Start: start, LoadStart: "0.5"}, {Start: start, End: end, LoadStart: "1",
				LoadEnd: "2", Error: "interrupted", Again: []string{"queens/8: naive"}}},
		}},
		// What fleet join writes, and earlier versions without a number of instances.
		{`{
  "flags": null,
  "args": [
    "jobs"
  ],
  "plan": "",
  "steps": 7,
  "environment": {
    "build": "abc"
  },
  "sessions": null
}
`, results.Record{Args: []string{"jobs"}, Steps: 7, Environment: map[string]string{"build": "abc"}}},
	} {
		dir := t.TempDir()
		d, err := results.Begin(dir)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, results.RunFile)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := results.ReadRecord(dir)
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("got the record %+v, %v, want %+v", got, err, c.want)
		}
		if err := errors.Join(os.Remove(path), d.Record(got), d.Close()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(path); string(text) != c.text {
			t.Errorf("got the text\n%s%v, want\n%s", text, err, c.text)
		}
	}
}
