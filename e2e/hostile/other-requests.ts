import { addressOf } from "./access-requests.ts";
import { proofOf } from "./api-requests.ts";
import { someId } from "./cast.ts";
import type { Dice } from "./dice.ts";
import { requestBytes, type HeaderLines } from "./http-text.ts";
import { oddTarget, traversal } from "./odd-paths.ts";
import type { Shot, Target } from "./shot.ts";
import { hostileUpload } from "./uploads.ts";

function headersFor({ port, token, cookie }: Target, dice: Dice): HeaderLines {
  return [["Host", `127.0.0.1:${port}`], ...proofOf(token, cookie, dice)];
}

export function uploadShot(target: Target, dice: Dice): Shot {
  const { bytes: body, boundary, what } = hostileUpload(dice);
  const path = `/api/chats/${someId(target.cast, "chats", dice)}/attachments`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const headers: HeaderLines = [...headersFor(target, dice), ["Content-Type", type]];
  return {
    kind: "upload",
    route: "POST /api/chats/{id}/attachments",
    what,
    method: "POST",
    target: path,
    bytes: requestBytes({ method: "POST", target: path, headers, body }),
    ending: "wait",
  };
}

/** A stream requested with nonsense, and left as soon as it begins. */
export function streamShot(target: Target, dice: Dice): Shot {
  const isRun = dice.chance(0.4);
  const run = someId(target.cast, "runs", dice);
  const path = isRun ? `/api/runs/${run}/stream` : "/api/events";
  const last = dice.pick(LAST_IDS);
  const runs = dice.pick([
    "",
    `?runs=${run}`,
    `?runs=${`${run},`.repeat(40)}`,
    `?last_event_id=${encodeURIComponent(last.replaceAll(/[^\x20-\x7e]/g, "x"))}`,
  ]);
  const headers: HeaderLines = [...headersFor(target, dice), ["Last-Event-ID", last]];
  return {
    kind: "stream",
    route: `GET ${isRun ? "/api/runs/{id}/stream" : "/api/events"}`,
    what: `Last-Event-ID: ${last.slice(0, 40)}`,
    method: "GET",
    target: path + runs,
    bytes: requestBytes({ method: "GET", target: path + runs, headers }),
    ending: dice.chance(0.8) ? "stream" : "hang up",
  };
}

const LAST_IDS = [
  "",
  "0",
  "1",
  "-1",
  "1e9",
  "NaN",
  "999999999999999",
  "9999999999999999",
  "-",
  "a-b",
  "a-1-2",
  "000000000000000000000-1",
  "__proto__",
  "'; --",
  "\xff\xfe",
  "x".repeat(8000),
  "1\t2",
  "0x1",
  "1.5",
];

/** A file that must not be served, or an odd spelling of a page's address. */
export function staticShot(target: Target, dice: Dice): Shot {
  const file = dice.pick([
    "etc/passwd",
    "data/malamar.db",
    "data/token",
    "malamar.db",
    "index.html",
    "proc/self/environ",
  ]);
  const path = dice.weighted<() => string>([
    [6, () => traversal(file, dice)],
    [2, () => oddTarget(dice.pick(PAGES), dice).target],
    [2, () => dice.pick(PAGES)],
  ])();
  const method = dice.weighted([
    [9, "GET"],
    [1, "HEAD"],
    [1, "POST"],
    [1, "DELETE"],
    [1, "OPTIONS"],
  ] as const);
  const headers: HeaderLines = [
    ["Host", `127.0.0.1:${target.port}`],
    ["X-Forwarded-For", addressOf(dice)],
    ...dice.pick(STATIC_HEADERS),
  ];
  return {
    kind: "static",
    route: "the page",
    what: path.slice(0, 60),
    method,
    target: path,
    bytes: requestBytes({ method, target: path, headers }),
    ending: "wait",
    isLoose: true,
  };
}

const PAGES = [
  "/",
  "/index.html",
  "/settings",
  "/workspaces/x/tasks",
  "/assets/",
  "/favicon.ico",
  "/.git/config",
  "/apix",
  "/api",
  "/%61pi/health",
];

const STATIC_HEADERS: readonly HeaderLines[] = [
  [],
  [["Accept-Encoding", "br;q=0, gzip;q=NaN, *"]],
  [["Range", "bytes=0-0"]],
  [["Range", "bytes=-0"]],
  [["Range", "bytes=99999999999999999999-"]],
  [["Range", "bytes=5-2"]],
  [["Range", "bytes=0-1,3-4"]],
  [["Range", "lines=1-2"]],
  [["If-None-Match", "*"]],
  [["If-None-Match", `"${"x".repeat(9000)}"`]],
  [
    ["If-Range", "x"],
    ["Range", "bytes=0-1"],
  ],
];
