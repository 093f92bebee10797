import { tellsOfInside } from "./inside.ts";
import { SECRET_MARK } from "./sound-values.ts";

/** A server that is busy with one thing for longer is useless. */
const PATIENCE_MS = 30_000;

export type Client = ReturnType<typeof createClient>;

/** What a person does between the attacker's requests. */
export function createClient(url: string, token: string | null) {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    "content-type": "application/json",
  };

  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(url + path, init);
    const text = await response.text();
    if (text.includes(SECRET_MARK)) throw new Error(`A secret is in ${method} ${path}.`);
    if (tellsOfInside(text)) throw new Error(`The inside of the program is in ${method} ${path}.`);
    // A delete is happy if the thing is already gone.
    if (!response.ok && !(method === "DELETE" && response.status === 404)) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return (response.ok && text !== "" ? JSON.parse(text) : undefined) as Answer;
  }

  return {
    get: <Answer>(path: string) => call<Answer>("GET", path),
    post: <Answer>(path: string, body: object = {}) => call<Answer>("POST", path, body),
    put: <Answer>(path: string, body: object) => call<Answer>("PUT", path, body),
    remove: (path: string) => call<void>("DELETE", path),

    /** The cookie that a browser gets for the token. */
    async login(given: string): Promise<string> {
      const body = JSON.stringify({ token: given });
      const response = await fetch(`${url}/api/login`, { method: "POST", headers, body });
      const cookie = response.headers.get("set-cookie")?.split(";")[0];
      if (!cookie) throw new Error(`The login was answered with ${response.status}.`);
      return cookie;
    },
  };
}
