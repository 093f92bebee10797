import { z } from "zod";
import { isWebAddress, OptionalAddress, OptionalLine, SecretInput } from "./text.ts";

/** An empty one means none. */
const OptionalSecret = SecretInput.overwrite((secret) => secret || null);

/**
 * The settings of notification channels, as they are written. In its own file, because the page
 * validates its forms with it and would otherwise load the rest of the settings on every page.
 */
export const ChannelInputs = z.object({
  mailgun_api_key: OptionalSecret,
  mailgun_domain: OptionalLine.refine(
    (domain) => domain === null || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(domain),
    "must be a domain name, such as mg.example.com",
  ),
  mailgun_from_email: OptionalLine,
  mailgun_to_email: OptionalLine,
  /** For accounts in another region, such as https://api.eu.mailgun.net; null is the default. */
  mailgun_base_url: OptionalAddress,
  webhook_url: OptionalAddress,
  /** Signs what is sent to the webhook. */
  webhook_secret: OptionalSecret,
  slack_webhook_url: OptionalAddress,
  discord_webhook_url: OptionalAddress,
  ntfy_url: OptionalLine.refine(
    (url) => url === null || isTopicAddress(url),
    "must be an http or https address with a topic, such as https://ntfy.sh/my-topic, and without a password or a query; a token goes into ntfy_token",
  ),
  ntfy_token: OptionalSecret.refine(
    (token) => token === null || /^[\x21-\x7e]+$/.test(token),
    "must be letters, digits and signs without spaces, such as tk_…",
  ),
});

/**
 * The address is readable, so it must not contain a secret: ntfy also accepts a token as a query.
 */
function isTopicAddress(text: string): boolean {
  if (!isWebAddress(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return /[^/]$/.test(pathname) && search + hash === "";
}
