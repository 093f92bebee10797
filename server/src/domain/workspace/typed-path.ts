/** Where to look for completions of a typed path, and how their names begin. */
export interface TypedPath {
  /** With a slash at the end. */
  parent: string;
  beginning: string;
}

/**
 * `/home/me/pro` matches names that begin with `pro` in `/home/me`, `/home/me/` matches everything
 * in it.
 */
export function typedPath(path: string): TypedPath {
  const at = path.lastIndexOf("/") + 1;
  return { parent: path.slice(0, at), beginning: path.slice(at) };
}

/** Hidden ones are offered only after a dot is typed. */
export function beginsLike(name: string, beginning: string): boolean {
  if (name.startsWith(".") && !beginning.startsWith(".")) return false;
  return name.toLowerCase().startsWith(beginning.toLowerCase());
}

/** The checked-out branch, as `.git/HEAD` names it; null when it names none. */
export function branchIn(head: string): string | null {
  return /^ref: refs\/heads\/([^\s]{1,200})$/.exec(head.trim())?.[1] ?? null;
}
