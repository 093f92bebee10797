/**
 * The path to open after logging in. Only paths of this origin are allowed: an external address in
 * `?next=` would turn our login page into a phishing tool.
 */
export function nextPath(search: URLSearchParams, origin: string): string {
  const next = search.get("next") ?? "/";
  if (!next.startsWith("/") || !URL.canParse(next, origin)) return "/";
  const url = new URL(next, origin);
  if (url.origin !== origin || url.pathname === "/login" || url.pathname.startsWith("//"))
    return "/";
  return url.pathname + url.search + url.hash;
}

export function loginPath(from: string): string {
  return from === "/" ? "/login" : `/login?next=${encodeURIComponent(from)}`;
}
