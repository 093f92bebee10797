import { addressOf, OWN_ADDRESS } from "./access-requests.ts";
import { oddId, someId, victim, KINDS, type Cast, type Kind } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { badlyEncoded } from "./encodings.ts";
import { requestBytes, type HeaderLines } from "./http-text.ts";
import { jsonText } from "./json.ts";
import { CONTENT_TYPES, KNOWN_METHODS, METHODS, ODD_HEADERS, oddPair } from "./odd-parts.ts";
import { oddTarget } from "./odd-paths.ts";
import { oddKey } from "./odd-values.ts";
import type { Route } from "./routes.ts";
import type { Shot, Target } from "./shot.ts";
import { soundValue } from "./sound-values.ts";
import { spoiled } from "./spoil.ts";
import { uploadBody } from "./uploads.ts";

/** A request under construction. */
interface Draft {
  method: string;
  target: string;
  headers: HeaderLines[number][];
  body?: Buffer;
  what: string[];
  isLoose: boolean;
}

/** A request to a route, with this many things wrong. */
export function apiShot(route: Route, mistakes: number, target: Target, dice: Dice): Shot {
  const draft = soundDraft(route, target, dice);
  for (let made = 0; made < mistakes; made++) {
    const mistake = dice.weighted(MISTAKES.filter(([, { fits }]) => fits(route)));
    mistake.make(draft, route, target.cast, dice);
  }
  const { what, isLoose, ...request } = draft;
  return {
    kind: ["sound", "one mistake"][mistakes] ?? "several mistakes",
    route: `${route.method} ${route.path}`,
    what: what.join("; ") || "nothing",
    method: draft.method,
    target: draft.target,
    bytes: requestBytes(request),
    ending: route.isStream && draft.method === "GET" ? "stream" : "wait",
    isLoose,
    // With another method or address it is another route.
    ...(!isLoose && draft.method === route.method && { answers: route.answers }),
  };
}

function soundDraft(route: Route, { port, token, cookie, cast }: Target, dice: Dice): Draft {
  const draft: Draft = {
    method: route.method,
    target:
      withIds(route, (kind) => idFor(route, kind, cast, dice)) + soundQuery(route, cast, dice),
    headers: [
      ["Host", `127.0.0.1:${port}`],
      // Wrong logins slow their address down, and must not slow down others.
      ...(route.path === "/api/login"
        ? [forwardedFor(addressOf(dice))]
        : proofOf(token, cookie, dice)),
    ],
    what: [],
    isLoose: false,
  };
  if (route.takesFiles) {
    const { bytes, boundary } = uploadBody(dice);
    setBody(draft, bytes, `multipart/form-data; boundary=${boundary}`);
  } else if (route.body) {
    setBody(draft, Buffer.from(jsonText(soundBody(route, cast, dice))));
  }
  return draft;
}

function idFor({ method }: Route, kind: Kind, cast: Cast, dice: Dice): string {
  return method === "DELETE" ? victim(cast, kind) : someId(cast, kind, dice);
}

/** An export file obeys rules that no schema contains: a real one gets further. */
function soundBody({ path, body }: Route, cast: Cast, dice: Dice): unknown {
  if (path === "/api/import" && dice.chance(0.9)) return cast.file;
  return soundValue(body ?? {}, "", dice, cast);
}

/** Shows the token as a script or as a browser does. */
export function proofOf(token: string | null, cookie: string | null, dice: Dice): HeaderLines {
  if (token === null) return [];
  const proof: HeaderLines[number] =
    cookie !== null && dice.chance(0.5) ? ["Cookie", cookie] : ["Authorization", `Bearer ${token}`];
  return [proof, forwardedFor(OWN_ADDRESS)];
}

function forwardedFor(address: string): HeaderLines[number] {
  return ["X-Forwarded-For", address];
}

function setBody(draft: Draft, body: Buffer, type = "application/json"): void {
  draft.body = body;
  draft.headers = draft.headers.filter(([name]) => name !== "Content-Type");
  draft.headers.push(["Content-Type", type]);
}

function withIds({ path }: Route, idOf: (kind: Kind) => string): string {
  const kind = KINDS.find((noun) => path.startsWith(`/api/${noun}/`));
  return path
    .replace("{id}", () => (kind ? encodeURIComponent(idOf(kind).toWellFormed()) : "x"))
    .replace("{slug}", "concepts");
}

function soundQuery({ query }: Route, cast: Cast, dice: Dice): string {
  const given = query.filter(() => dice.chance(0.4));
  const pairs = given.map(({ name, schema }) => {
    const value = soundValue(schema, name, dice, cast);
    return `${name}=${encodeURIComponent(String(value))}`;
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

interface Mistake {
  fits: (route: Route) => boolean;
  make: (draft: Draft, route: Route, cast: Cast, dice: Dice) => void;
}

const always = () => true;
const hasBody = ({ body }: Route) => body !== null;

const MISTAKES: readonly (readonly [weight: number, mistake: Mistake])[] = [
  [
    16,
    {
      fits: hasBody,
      make(draft, route, cast, dice) {
        const { value, what } = spoiled(soundBody(route, cast, dice), dice);
        setBody(draft, Buffer.from(jsonText(value)));
        draft.what.push(what);
      },
    },
  ],
  [
    4,
    {
      fits: hasBody,
      make(draft, _route, _cast, dice) {
        const text = draft.body?.toString() ?? "{}";
        const { bytes, what, contentEncoding } = badlyEncoded(text, dice);
        setBody(draft, bytes);
        if (contentEncoding) draft.headers.push(["Content-Encoding", contentEncoding]);
        draft.what.push(`the body is ${what}`);
      },
    },
  ],
  [
    6,
    {
      fits: ({ path }) => path.includes("{id}"),
      make(draft, route, cast, dice) {
        draft.target = withIds(route, (kind) => oddId(cast, kind, dice));
        draft.what.push("an odd id");
      },
    },
  ],
  [
    6,
    {
      fits: ({ query }) => query.length > 0,
      make(draft, { query }, _cast, dice) {
        const names = [...query.map(({ name }) => name), oddKey(dice)];
        const pairs = Array.from({ length: dice.between(1, 3) }, () => oddPair(names, dice));
        draft.target = `${draft.target.split("?")[0]}?${pairs.join("&")}`;
        draft.what.push("an odd query");
      },
    },
  ],
  [
    2,
    {
      fits: always,
      make(draft, _route, _cast, dice) {
        draft.method = dice.pick(METHODS);
        draft.isLoose ||= !KNOWN_METHODS.has(draft.method);
        draft.what.push(`the method ${draft.method}`);
      },
    },
  ],
  [
    2,
    {
      fits: (route) => hasBody(route) || route.takesFiles,
      make(draft, _route, _cast, dice) {
        const type = dice.pick(CONTENT_TYPES);
        draft.headers = draft.headers.filter(([name]) => name !== "Content-Type");
        if (type !== null) draft.headers.push(["Content-Type", type]);
        draft.what.push(`Content-Type ${type?.slice(0, 40) ?? "missing"}`);
      },
    },
  ],
  [
    2,
    {
      fits: always,
      make(draft, _route, _cast, dice) {
        const { target, what } = oddTarget(draft.target, dice);
        draft.target = target;
        draft.isLoose = true;
        draft.what.push(what);
      },
    },
  ],
  [
    2,
    {
      fits: always,
      make(draft, _route, _cast, dice) {
        const { what, headers } = dice.pick(ODD_HEADERS);
        draft.headers.push(...headers(dice));
        draft.isLoose = true;
        draft.what.push(what);
      },
    },
  ],
  [
    1,
    {
      fits: ({ method }) => method === "GET",
      make(draft) {
        setBody(draft, Buffer.from('{"title":"x"}'));
        draft.what.push("a body where none belongs");
      },
    },
  ],
];
