import { z } from "zod";
import type { ChannelSettings } from "#domain/settings/settings-service.ts";
import { messageOf } from "#lib/app-error.ts";
import type { Clock, Timers } from "#lib/clock.ts";
import { shortened } from "#lib/shortened.ts";
import { VERSION } from "#lib/version.ts";
import type { Channel, Outgoing } from "./channel.ts";
import { oneLine, type Notice } from "./notice.ts";
import { parseJson } from "./parse-json.ts";
import { withoutSecrets } from "./without-secrets.ts";

export type Delivery =
  | { isTaken: true }
  /** Why not, without secrets; and when the service wants to be asked again, if it said so. */
  | { isTaken: false; reason: string; retryAfterMs: number | null };

export interface DeliveryDeps {
  clock: Clock;
  timers: Timers;
}

/** These services answer within a second or two; a person who pressed "test" should not wait longer. */
const TIMEOUT_MS = 15_000;

/** An error in JSON is a few hundred bytes; the rest of a huge answer is not read. */
const MOST_ANSWER_BYTES = 16 * 1024;

/** A service that wants more time than this is better left alone. */
const LONGEST_RETRY_MS = 60_000;

/** Sends a notice and waits for the service's answer. */
export async function deliver(
  channel: Channel,
  notice: Notice,
  settings: ChannelSettings,
  { clock, timers, stop }: DeliveryDeps & { stop: AbortSignal },
): Promise<Delivery> {
  const outgoing = channel.request(notice, settings, clock());
  const limit = new AbortController();
  const tooLate = new Error(`No answer within ${TIMEOUT_MS / 1000} seconds`);
  const callOff = timers.after(TIMEOUT_MS, () => limit.abort(tooLate));
  try {
    const answer = await post(outgoing, AbortSignal.any([stop, limit.signal]));
    const problem = answer.isOk ? (channel.problemOf?.(answer.text) ?? null) : said(answer);
    if (problem === null) return { isTaken: true };
    return refused(problem, outgoing, answer.retryAfterMs);
  } catch (error) {
    return refused(failure(error), outgoing, null);
  } finally {
    callOff();
  }
}

interface Answer {
  isOk: boolean;
  status: number;
  text: string;
  retryAfterMs: number | null;
}

async function post({ url, headers, body }: Outgoing, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "User-Agent": `Malamar/${VERSION}`, "Accept-Encoding": "identity" },
    body,
    signal,
    // The notice must not travel to wherever a redirect points.
    redirect: "error",
    // The next notice may be hours away, and would be lost on a connection that died in between.
    keepalive: false,
    // A small compressed answer can be a large one.
    decompress: false,
  });
  return {
    isOk: response.ok,
    status: response.status,
    text: (await beginningOf(response)).trim(),
    retryAfterMs: response.status === 429 ? retryAfterMs(response.headers) : null,
  };
}

async function beginningOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop hangs up.
    if (size >= MOST_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWER_BYTES).toString();
}

function retryAfterMs(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return seconds >= 0 && seconds * 1000 <= LONGEST_RETRY_MS ? seconds * 1000 : null;
}

/** Mailgun and Discord say it in `message`, ntfy in `error`, Slack in a bare word. */
const Complaint = z.object({ message: z.string().optional(), error: z.string().optional() });

function said({ status, text }: Answer): string {
  const { message, error } = Complaint.safeParse(parseJson(text)).data ?? {};
  const isPage = text.startsWith("<");
  return oneLine(message ?? error ?? (isPage ? "" : text)).trim() || `HTTP ${status}`;
}

function failure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "UnexpectedRedirect") {
    return "It answered with a redirect, and redirects are not followed. Check the address.";
  }
  // Bun adds advice for programmers after the reason.
  return messageOf(error).split(" For more information")[0]!;
}

/** More than any sentence; a log line is not a place for a page. */
const LONGEST_REASON = 500;

function refused(reason: string, { secrets }: Outgoing, retryAfterMs: number | null): Delivery {
  const shown = shortened(withoutSecrets(reason, secrets), LONGEST_REASON);
  return { isTaken: false, reason: shown, retryAfterMs };
}
