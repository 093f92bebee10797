/** Commits that only keep files have no human author, and are reproducible. */
export function signature(date: string): Readonly<Record<string, string>> {
  const at = `@${Math.floor(Date.parse(date) / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: NAME,
    GIT_AUTHOR_EMAIL: EMAIL,
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_NAME: NAME,
    GIT_COMMITTER_EMAIL: EMAIL,
    GIT_COMMITTER_DATE: at,
  };
}

const NAME = "Malamar";
const EMAIL = "malamar@localhost";
