export const BENCH_HELP = `Measures this Malamar on this machine. Each figure is compared with "bare": the same work done by
a few lines on the same Bun and SQLite, with nothing of Malamar around them.

Usage: malamar bench [part of a name …] [options]

  malamar bench                  everything; takes about five minutes and 3 GB of temporary space
  malamar bench "one row" chat   whatever has one of these words in its name
  malamar bench big:             on a data directory with years of use; creates 12 GB of data first
  malamar bench checkpoint:      checkpoints of 100,000 files, against git status

Options:
  --list                         show what can be measured
  --all                          also the ones that otherwise run only when named from the start
  --rounds N                     measure each figure N times (7)
  --json FILE                    write every sample to this file (a new one in the temporary folder)
  --compare FILE                 show what changed since this earlier --json file

The report goes to stdout, progress to stderr. The exit code is 1 if a bound is missed or something
could not be measured. It works in temporary folders (TMPDIR) and removes them; your data and a
running Malamar are left alone. Figures are most reliable on an idle machine.`;
