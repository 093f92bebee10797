import type { Dice } from "./dice.ts";
import { requestBytes, type HeaderLines } from "./http-text.ts";
import type { Route } from "./routes.ts";
import type { Shot, Target } from "./shot.ts";

/** A header that a client might send, and whether the rules accept it. */
interface Claim {
  headers: HeaderLines;
  isFine: boolean;
}

/**
 * A request from somewhere, by someone. Host, Origin, fetch metadata and token are chosen
 * independently, so the answer follows from the rules: the first broken one decides.
 */
export function accessShot(routes: readonly Route[], target: Target, dice: Dice): Shot {
  const { host, ...hostClaim } = hostOf(target, dice);
  const origin = originOf(host, target, dice);
  const site = siteOf(dice);
  const proof = proofOf(target, dice);
  const isShell = dice.chance(0.1);
  const route = isShell ? "/" : dice.pick(routes.filter(isHarmless)).path;
  const status = verdict(
    isShell
      ? [[403, hostClaim]]
      : [
          [403, hostClaim],
          [403, origin],
          [403, site],
          // One wrong guess too many is refused, whoever makes it.
          ["kept out", proof],
        ],
  );
  const headers = [hostClaim, origin, site, proof].flatMap((claim) => claim.headers);
  const path = route.replace("{id}", "x".repeat(21)).replace("{slug}", "concepts");
  return {
    kind: "access",
    route: `GET ${route}`,
    what: headers.map(([name, value]) => `${name}: ${value.slice(0, 40)}`).join(", "),
    method: "GET",
    target: path,
    bytes: requestBytes({ method: "GET", target: path, headers }),
    ending: "wait",
    status,
    isLoose: !hostClaim.isFine,
  };
}

function isHarmless({ method, isStream }: Route): boolean {
  return method === "GET" && !isStream;
}

function verdict(
  claims: readonly (readonly [status: number | "kept out", Claim])[],
): NonNullable<Shot["status"]> {
  return claims.find(([, { isFine }]) => !isFine)?.[0] ?? "let in";
}

function hostOf({ port, allowedHost }: Target, dice: Dice): Claim & { host: string } {
  const own = ["127.0.0.1", "localhost", "[::1]", "LocalHost"].map((name) => `${name}:${port}`);
  const allowed = allowedHost ? [allowedHost, `${allowedHost}:${port}`, `${allowedHost}:1`] : [];
  const foreign = [
    "evil.example",
    `evil.example:${port}`,
    "localhost",
    `localhost:${port + 1}`,
    "127.0.0.1",
    `127.0.0.1.evil.example:${port}`,
    `localhost.:${port}`,
    `127.1:${port}`,
    `0.0.0.0:${port}`,
    `localhost:${port}.evil.example`,
    `[::]:${port}`,
    `x@localhost:${port}`,
    `localhost:0${port}`,
    `2130706433:${port}`,
    `local host:${port}`,
    ...(allowedHost ? [`x.${allowedHost}`, `${allowedHost}.evil.example`] : []),
  ];
  const isFine = dice.chance(0.85);
  const host = dice.pick(isFine ? [...own, ...allowed] : foreign);
  return { host, isFine, headers: [["Host", host]] };
}

function originOf(host: string, { port }: Target, dice: Dice): Claim {
  const own = `http://${host.toLowerCase()}`;
  if (dice.chance(0.4)) return { headers: [], isFine: true };
  if (dice.chance(0.5)) return { headers: [["Origin", own]], isFine: true };
  const foreign = dice.pick([
    "null",
    "",
    "*",
    "http://evil.example",
    `http://evil.example:${port}`,
    own.toUpperCase(),
    `https://${host}`,
    `${own}/`,
    `${own}.evil.example`,
    `http://localhost:${port + 1}`,
    "file://",
    `http://x@${host}`,
    `${own}, ${own}`,
    `chrome-extension://${"a".repeat(32)}`,
    own.slice(7),
  ]);
  // Some treat an empty header as none, but no browser sends it: it is not one of our origins.
  return { headers: [["Origin", foreign]], isFine: false };
}

function siteOf(dice: Dice): Claim {
  if (dice.chance(0.5)) return { headers: [], isFine: true };
  const isFine = dice.chance(0.6);
  const site = dice.pick(
    isFine
      ? ["same-origin", "none"]
      : ["cross-site", "same-site", "Same-Origin", "same-origin, cross-site", "null", "x"],
  );
  return { headers: [["Sec-Fetch-Site", site]], isFine };
}

function proofOf({ token, cookie }: Target, dice: Dice): Claim {
  const isFine = token === null || dice.chance(0.6);
  // Guesses are slowed down per address: each has its own.
  const from: HeaderLines = [["X-Forwarded-For", isFine ? OWN_ADDRESS : addressOf(dice)]];
  if (token === null || cookie === null) return { headers: from, isFine: true };
  const [name = "", value = ""] = cookie.split("=");
  const proof = dice.pick<HeaderLines[number]>(
    isFine
      ? [
          ["Authorization", `Bearer ${token}`],
          ["Authorization", `bearer  ${token}`],
          ["Cookie", cookie],
          ["Cookie", `a=b; ${cookie}; c=${"d".repeat(3000)}`],
        ]
      : [
          ["X-Nothing", "1"],
          ["Authorization", ""],
          ["Authorization", "Bearer"],
          ["Authorization", token],
          ["Authorization", `Basic ${btoa(`malamar:${token}`)}`],
          ["Authorization", `Bearer ${token.slice(0, -1)}`],
          ["Authorization", `Bearer ${token}x`],
          ["Authorization", `Bearer ${token.toUpperCase()}`],
          ["Authorization", `Bearer ${token}, Bearer ${token}`],
          ["Authorization", `Bearer ${"x".repeat(9000)}`],
          ["Authorization", `Bearer ${value}`],
          ["Authorization", "Bearer \xff\xfe"],
          ["Cookie", `${name}=${token}`],
          ["Cookie", `${name}=${value.slice(0, -1)}`],
          ["Cookie", `${name}=${value}x`],
          ["Cookie", `${name}x=${value}`],
          ["Cookie", `x${name}=${value}`],
          ["Cookie", `${name.toUpperCase()}=${value}`],
          ["Cookie", `${name}=`],
          ["Cookie", ";".repeat(5000)],
          ["Cookie", `a=${"x".repeat(9000)}`],
        ],
  );
  return { headers: [...from, proof], isFine };
}

/** The address of the right token: guesses from elsewhere do not slow it down. */
export const OWN_ADDRESS = "192.0.2.9";

export function addressOf(dice: Dice): string {
  return `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`;
}
