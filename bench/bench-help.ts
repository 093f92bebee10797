export const BENCH_HELP = `Measures this Malamar on this machine, each figure against bare: the least that the same work costs,
a few lines on the same Bun and SQLite with nothing of Malamar around them.

Usage: malamar bench [part of a name …] [options]

  malamar bench                  everything; some five minutes and 3 GB of the temporary folder
  malamar bench "one row" chat   what has one of these words in its name
  malamar bench big:             with years of use in the data directory; makes 12 GB of it first

Options:
  --list                         show what can be measured
  --all                          also what else runs only if it is named from its beginning
  --rounds N                     measure each figure N times (7)
  --json FILE                    write every sample to this file (a new one in the temporary folder)
  --compare FILE                 show what has changed since this earlier --json

The report goes to stdout, the progress to stderr. Ends with 1 if a bound is missed or something
could not be measured. It works in temporary folders (TMPDIR) and removes them; your data and a
Malamar that runs are left alone. Figures mean most on a machine that is at rest.`;
