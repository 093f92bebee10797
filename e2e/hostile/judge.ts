import { ERROR_STATUS } from "@malamar/contract/plain/error.ts";
import { mismatch } from "./conforms.ts";
import { tellsOfInside } from "./inside.ts";
import type { Answer } from "./read-answer.ts";
import type { Outcome } from "./line.ts";
import type { Shot } from "./shot.ts";
import { SECRET_MARK } from "./sound-values.ts";

/** What must be in every answer. */
const SECURITY_HEADERS: Readonly<Record<string, RegExp>> = {
  "content-security-policy": /^default-src '(?:self|none)';(?!.*unsafe).* frame-ancestors 'none'$/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^no-referrer$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
};

/** What is wrong with the result of a request, one sentence each. `secrets` may be in no answer. */
export function judge(shot: Shot, outcome: Outcome, secrets: readonly string[]): string[] {
  if (typeof outcome === "string") {
    const isFine = shot.isLoose === true || shot.ending === "hang up";
    return isFine ? [] : [`The connection was ${outcome} without an answer.`];
  }
  if (shot.isLoose === true && isFromBelow(outcome)) return [];
  return [
    ...wrongStatus(shot, outcome),
    ...missingHeaders(outcome),
    ...(outcome.status >= 400 && isApi(shot.target) ? wrongShape(shot, outcome) : []),
    ...undocumented(shot, outcome),
    ...leaks(outcome, [SECRET_MARK, ...secrets]),
  ];
}

/** Invalid HTTP is answered by the parser, which knows nothing of us. */
function isFromBelow({ status, headers, body }: Answer): boolean {
  return [400, 413, 417, 431, 505].includes(status) && body.length === 0 && headers.size <= 2;
}

function isApi(target: string): boolean {
  return target === "/api" || target.startsWith("/api/");
}

function wrongStatus({ status: wanted }: Shot, { status }: Answer): string[] {
  if (status < 200 || status >= 500) return [`The status is ${status}.`];
  if (wanted === undefined) return [];
  if (wanted === "let in") {
    const isRefused = status === 401 || status === 403 || status === 429;
    return isRefused ? [`It is refused with ${status}, and the rules let it in.`] : [];
  }
  if (wanted === "kept out") {
    return status === 401 || status === 429
      ? []
      : [`The status is ${status}, and nobody must get in.`];
  }
  return status === wanted ? [] : [`The status is ${status}, and by the rules ${wanted}.`];
}

function missingHeaders({ headers }: Answer): string[] {
  return Object.entries(SECURITY_HEADERS)
    .filter(([name, value]) => !value.test(headers.get(name) ?? ""))
    .map(([name]) => `The header ${name} is "${headers.get(name) ?? "missing"}".`);
}

function wrongShape({ method }: Shot, { status, headers, body }: Answer): string[] {
  const type = headers.get("content-type") ?? "";
  if (!type.startsWith("application/json")) return [`The error comes as "${type}".`];
  if (method === "HEAD") return [];
  const error = errorIn(body);
  if (!error) return ["The error is not of the shape of errors."];
  const { code, message } = error;
  if (ERROR_STATUS[code as keyof typeof ERROR_STATUS] !== status) {
    return [`The error is "${code}" under ${status}.`];
  }
  if (message.length > LONGEST_MESSAGE) return [`The error has ${message.length} characters.`];
  return message.trim() === "" ? ["The error says nothing."] : [];
}

/** A page: nobody reads more. */
const LONGEST_MESSAGE = 5000;

function errorIn(body: Buffer): { code: string; message: string } | null {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    const { error, ...others } = parsed as { error: { code: string; message: string } };
    if (Object.keys(others).length > 0 || Object.keys(error).length !== 2) return null;
    return typeof error.code === "string" && typeof error.message === "string" ? error : null;
  } catch {
    return null;
  }
}

/** The document is a promise: answers must match it. */
function undocumented({ answers }: Shot, { status, headers, body }: Answer): string[] {
  const schema = answers?.[status];
  if (!schema || !headers.get("content-type")?.startsWith("application/json")) return [];
  try {
    const found = mismatch(schema, JSON.parse(body.toString()));
    return found === null ? [] : [`The answer is not as the document says: ${found}.`];
  } catch {
    return ["The answer is not JSON."];
  }
}

/** Secrets, and details that only an insider would know. */
function leaks({ headers, body }: Answer, secrets: readonly string[]): string[] {
  const isText =
    !headers.has("content-encoding") && !/^(image|font)\//.test(headers.get("content-type") ?? "");
  if (!isText) return [];
  const text = `${[...headers.values()].join("\n")}\n${body.toString()}`;
  const found = secrets.filter((secret) => text.includes(secret));
  return [
    ...found.map(() => "A secret is in the answer."),
    ...(tellsOfInside(text) ? ["The inside of the program is in the answer."] : []),
    ...(headers.has("x-injected") ? ["A header was smuggled into the answer."] : []),
  ];
}
