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
  const form = new FormData();
  form.set("from", account.from);
  form.set("to", account.to);
  form.set("subject", mail.subject);
  form.set("text", mail.text);

  let response: Response;
  try {
    response = await fetch(
      `${account.base_url.replace(/\/+$/, "")}/v3/${account.domain}/messages`,
      {
        method: "POST",
        headers: {
          Authorization: `Basic ${Buffer.from(`api:${account.api_key}`).toString("base64")}`,
        },
        body: form,
        // The key must not travel to wherever a redirect points.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
  } catch (error) {
    throw mailError(messageOf(error));
  }
  if (!response.ok) throw mailError(await reasonOf(response));
}

export const TEST_MAIL: Mail = {
  subject: "Malamar Test Email",
  text: "This is a test email from Malamar. If you received this, your email notifications are configured correctly.",
};

function mailError(details: string): AppError {
  return new AppError("EMAIL_FAILED", `Mailgun error: ${details}`);
}

async function reasonOf(response: Response): Promise<string> {
  const text = (await response.text()).slice(0, 1000).trim();
  try {
    const body: unknown = JSON.parse(text);
    if (body && typeof body === "object" && "message" in body) return String(body.message);
  } catch {
    // Mailgun answers some errors, such as a wrong key, with a bare word.
  }
  return text || `HTTP ${response.status}`;
}
