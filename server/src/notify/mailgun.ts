import { z } from "zod";
import type { MailgunAccount } from "#domain/settings/settings-service.ts";
import { AppError, messageOf } from "#lib/app-error.ts";

export interface Mail {
  subject: string;
  text: string;
}

/** Mailgun answers within a second or two; a person who pressed "test" should not wait longer. */
const TIMEOUT_MS = 15_000;

/** Sends one mail and waits for Mailgun's word on it. */
export async function sendMail(account: MailgunAccount, mail: Mail): Promise<void> {
  const problem = await post(account, mail).catch(describeFailure);
  if (problem !== null) throw new AppError("EMAIL_FAILED", `Mailgun error: ${problem}`);
}

export const TEST_MAIL: Mail = {
  subject: "Malamar Test Email",
  text: "This is a test email from Malamar. If you received this, your email notifications are configured correctly.",
};

/** null when Mailgun took the mail, else what it said. */
async function post(account: MailgunAccount, mail: Mail): Promise<string | null> {
  const form = new FormData();
  form.set("from", account.from);
  form.set("to", account.to);
  form.set("subject", mail.subject);
  form.set("text", mail.text);
  const key = Buffer.from(`api:${account.api_key}`).toString("base64");
  const response = await fetch(
    `${account.base_url.replace(/\/+$/, "")}/v3/${account.domain}/messages`,
    {
      method: "POST",
      headers: { Authorization: `Basic ${key}` },
      body: form,
      // The key must not travel to wherever a redirect points.
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    },
  );
  const text = (await response.text()).trim();
  const answer = Answer.safeParse(parseJson(text)).data ?? {};
  if (!response.ok) return answer.message ?? (text.slice(0, 1000) || `HTTP ${response.status}`);
  return answer.id ? null : "The answer is not Mailgun's. Check the base address.";
}

/** Mailgun's own form; some errors, such as a wrong key, come as a bare word instead. */
const Answer = z.object({ id: z.string().optional(), message: z.string().optional() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `No answer within ${TIMEOUT_MS / 1000} seconds`;
  }
  // Bun adds advice for the programmer behind the reason.
  return messageOf(error).split(" For more information")[0]!;
}
