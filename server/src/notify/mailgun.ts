import { RequiredText } from "@malamar/contract/text.ts";
import { z } from "zod";
import type { Channel } from "./channel.ts";
import { parseJson } from "./parse-json.ts";

export const mailgun: Channel = {
  label: "Mailgun",
  needs: ["mailgun_api_key", "mailgun_domain", "mailgun_from_email", "mailgun_to_email"],

  request({ subject, text, link }, settings) {
    const form = new FormData();
    form.set("from", settings("mailgun_from_email"));
    form.set("to", settings("mailgun_to_email"));
    form.set("subject", subject);
    form.set("text", link === null ? text : `${text}\n\n${link}`);
    const key = Buffer.from(`api:${settings("mailgun_api_key")}`).toString("base64");
    return {
      url: `${settings("mailgun_base_url").replace(/\/+$/, "")}/v3/${settings("mailgun_domain")}/messages`,
      headers: { Authorization: `Basic ${key}` },
      body: form,
      secrets: [settings("mailgun_api_key"), key],
    };
  },

  problemOf: (text) =>
    Accepted.safeParse(parseJson(text)).success
      ? null
      : "The answer is not Mailgun's. Check the base address.",
};

const Accepted = z.object({ id: RequiredText });
