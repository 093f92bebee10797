import { AppError } from "#lib/app-error.ts";

/** Who may talk to this server. */
export interface AccessPolicy {
  /** Where the server listens. */
  host: string;
  port: number;
  /** Additional names, with or without a port, under which people reach it. */
  allowedHosts: readonly string[];
  trustProxy: boolean;
}

/** JSON bodies are small; larger ones are streamed by their own route. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024;

/**
 * Any page the user visits can send requests to a server on their machine. A name that resolves to
 * us but is not ours (DNS rebinding) fails here, for the page's shell as well as for the API.
 */
export function requireKnownHost(headers: Headers, policy: AccessPolicy): void {
  // A page can claim any forwarded host, but not the Host its browser sends: both must be ours.
  const claimed = [headers.get("host")?.toLowerCase() ?? "", requestHost(headers, policy)];
  const stranger = claimed.find((host) => !isAllowedHost(host, policy));
  if (stranger === undefined) return;
  const name = nameOf(stranger);
  const advice = /^[a-z0-9._-]+$/.test(name)
    ? ` If it is yours, start Malamar with --allowed-hosts ${name}.`
    : "";
  throw new AppError("FORBIDDEN", `The host "${stranger}" is not allowed.${advice}`);
}

/**
 * A browser says where a request comes from: only our own page, or the person at the address bar. A
 * request that says nothing does not come from a browser.
 */
export function requireOwnOrigin(headers: Headers, policy: AccessPolicy): void {
  const origin = headers.get("origin");
  if (origin !== null && origin !== ownOrigin(headers, policy)) {
    throw new AppError("FORBIDDEN", `Requests from ${origin} are not allowed.`);
  }
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") {
    throw new AppError("FORBIDDEN", `Requests from another site (${site}) are not allowed.`);
  }
}

/** Only browsers say where a request comes from, and no page but our own gets past requireOwnOrigin. */
export function isFromBrowser(headers: Headers): boolean {
  return headers.has("origin") || headers.has("sec-fetch-site");
}

/**
 * A form on another site can post, but not with a JSON content type. One route takes files, which
 * such a form could send as well: there, as everywhere, it is refused because of its origin.
 */
export function requireBodyType(path: string, headers: Headers): void {
  if (!hasBody(headers)) return;
  if (FILES_PATH.test(path)) requireMultipart(headers);
  else requireJson(headers);
}

const FILES_PATH = /^\/api\/chats\/[^/]+\/attachments$/;

function requireMultipart(headers: Headers): void {
  if (/^multipart\/form-data\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) return;
  throw new AppError(
    "UNSUPPORTED_MEDIA_TYPE",
    "The files must be sent as a form: with Content-Type: multipart/form-data.",
  );
}

function requireJson(headers: Headers): void {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get("content-type") ?? "")) {
    throw new AppError(
      "UNSUPPORTED_MEDIA_TYPE",
      "The body must be JSON: send it with Content-Type: application/json.",
    );
  }
  if (Number(headers.get("content-length")) > MAX_JSON_BYTES) throw tooLarge();
}

function hasBody(headers: Headers): boolean {
  const length = headers.get("content-length");
  return (length !== null && length !== "0") || headers.has("transfer-encoding");
}

export function tooLarge(): AppError {
  const limit = MAX_JSON_BYTES / 1024 / 1024;
  return new AppError("PAYLOAD_TOO_LARGE", `The body is larger than ${limit} MiB.`);
}

/** https only if a trusted proxy says so: we ourselves speak http. */
export function requestScheme(headers: Headers, policy: AccessPolicy): "http" | "https" {
  const forwarded = policy.trustProxy && lastOf(headers.get("x-forwarded-proto"));
  return forwarded === "https" ? "https" : "http";
}

function ownOrigin(headers: Headers, policy: AccessPolicy): string {
  return `${requestScheme(headers, policy)}://${requestHost(headers, policy)}`;
}

function requestHost(headers: Headers, policy: AccessPolicy): string {
  const forwarded = policy.trustProxy && lastOf(headers.get("x-forwarded-host"));
  return (forwarded || headers.get("host") || "").toLowerCase();
}

/** What the adjacent proxy added; anything before it came with the request. */
function lastOf(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim();
}

function isAllowedHost(host: string, { host: bound, port, allowedHosts }: AccessPolicy): boolean {
  const name = nameOf(host);
  const ownPort = host === `${name}:${port}` || (port === 80 && host === name);
  if (ownPort && (LOOPBACK_NAMES.has(name) || name === boundName(bound))) return true;
  return allowedHosts.includes(host) || allowedHosts.includes(name);
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The address or name that the user chose to listen on is ours. */
function boundName(host: string): string | null {
  if (host === "0.0.0.0" || host === "::") return null;
  return host.includes(":") ? `[${host}]` : host.toLowerCase();
}

function nameOf(host: string): string {
  return host.replace(/:\d*$/, "");
}
