#!/bin/sh
# Submits the workers, and the join that runs after them. It prints the numbers of both jobs.
# The join depends on them with afterany. With afterok, it would never run if a single worker was
# killed, although others have done its tasks.
set -eu
cd "$(dirname "$0")"
mkdir -p {{shell .Logs}}
work=$(sbatch --parsable work.sbatch)
join=$(sbatch --parsable --dependency=afterany:"${work%%;*}" join.sbatch)
echo "$work" "$join"
