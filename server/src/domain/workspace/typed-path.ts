/** Where to look for what a typed path may become, and how its name begins. */
export interface TypedPath {
  /** With a slash at the end. */
  parent: string;
  beginning: string;
}

/** `/home/me/pro` asks for what begins with `pro` in `/home/me`, `/home/me/` for all that is there. */
export function typedPath(path: string): TypedPath {
  const at = path.lastIndexOf("/") + 1;
  return { parent: path.slice(0, at), beginning: path.slice(at) };
}

/** Hidden ones are only offered to who types the dot. */
export function beginsLike(name: string, beginning: string): boolean {
  if (name.startsWith(".") && !beginning.startsWith(".")) return false;
  return name.toLowerCase().startsWith(beginning.toLowerCase());
}

/** The branch that is checked out, as `.git/HEAD` names it; null when it names none. */
export function branchIn(head: string): string | null {
  return /^ref: refs\/heads\/([^\s]{1,200})$/.exec(head.trim())?.[1] ?? null;
}
