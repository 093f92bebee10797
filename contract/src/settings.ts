import { z } from "zod";
import { InstalledCliType } from "./cli.ts";
import { Flag, hasNoNul, isWebAddress, OptionalLine } from "./text.ts";

/** How a secret reads: never its value, only whether there is one. */
const SecretState = z.object({ is_set: z.boolean() });

const EnvName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be letters, digits and underscores");

/** Written: absent keeps it, null removes it, text sets it. */
const SecretInput = z
  .string("must be text or null")
  .refine(hasNoNul, "must not contain a NUL character")
  .nullable();

const CliSettings = z.object({
  binary_path: z.string().nullable(),
  env_vars: z.record(EnvName, SecretState),
});

export const Settings = z.object({
  mailgun_api_key: SecretState,
  mailgun_domain: z.string().nullable(),
  mailgun_from_email: z.string().nullable(),
  mailgun_to_email: z.string().nullable(),
  mailgun_base_url: z.string(),
  notify_on_error: z.boolean(),
  notify_on_in_review: z.boolean(),
  cli_settings: z.record(InstalledCliType, CliSettings),
});
export type Settings = z.infer<typeof Settings>;

export const UpdateSettings = z
  .object({
    mailgun_api_key: SecretInput.overwrite((key) => key || null),
    mailgun_domain: OptionalLine.refine(
      (domain) => domain === null || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(domain),
      "must be a domain name, such as mg.example.com",
    ),
    mailgun_from_email: OptionalLine,
    mailgun_to_email: OptionalLine,
    /** For accounts in another region, such as https://api.eu.mailgun.net; null is the default. */
    mailgun_base_url: OptionalLine.refine(
      (url) => url === null || isWebAddress(url),
      "must be an http or https address, without a password in it",
    ),
    notify_on_error: Flag,
    notify_on_in_review: Flag,
    cli_settings: z.partialRecord(
      InstalledCliType,
      z
        .object({
          binary_path: OptionalLine.refine(
            (path) => path === null || hasNoNul(path),
            "must not contain a NUL character",
          ),
          env_vars: z.record(EnvName, SecretInput),
        })
        .partial(),
    ),
  })
  .partial();
export type UpdateSettings = z.infer<typeof UpdateSettings>;
