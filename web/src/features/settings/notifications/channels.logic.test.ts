import { ChannelInputs } from "@malamar/contract/channel-settings.ts";
import { NotificationChannel, Settings } from "@malamar/contract/settings.ts";
import { CLIS } from "@malamar/contract/plain/cli.ts";
import { expect, test } from "bun:test";
import {
  CHANNELS,
  changedChannel,
  channelSchema,
  channelState,
  channelValues,
  withoutChannel,
  type Channel,
} from "./channels.logic.ts";

const UNSET = { is_set: false };
const SET = { is_set: true };
const settings: Settings = Settings.parse({
  mailgun_api_key: UNSET,
  mailgun_domain: null,
  mailgun_from_email: null,
  mailgun_to_email: null,
  mailgun_base_url: "https://api.mailgun.net",
  webhook_url: UNSET,
  webhook_secret: UNSET,
  slack_webhook_url: UNSET,
  discord_webhook_url: UNSET,
  ntfy_url: null,
  ntfy_token: UNSET,
  notify_on_error: true,
  notify_on_in_review: true,
  is_paused: false,
  min_free_disk_mb: 2048,
  checkpoint_max_file_mb: 50,
  kept_work_days: 30,
  cli_settings: Object.fromEntries(
    CLIS.map(({ type }) => [type, { binary_path: null, env_vars: {}, inherited_env: [] }]),
  ),
});

function channel(type: NotificationChannel): Channel {
  const found = CHANNELS.find((other) => other.type === type);
  if (found === undefined) throw new Error(`no channel ${type}`);
  return found;
}

const problems = (type: NotificationChannel, values: Record<string, string>) =>
  channelSchema(channel(type))
    .safeParse({ ...channelValues(channel(type), settings), ...values })
    .error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);

test("every channel of the contract has its card, and every setting of it a field", () => {
  expect(CHANNELS.map(({ type }) => type)).toEqual([...NotificationChannel.options]);
  const fields: string[] = CHANNELS.flatMap((other) => other.fields.map(({ name }) => name));
  expect(fields.toSorted()).toEqual(Object.keys(ChannelInputs.shape).toSorted());
});

test("every secret of the contract is a secret here", () => {
  for (const { name, isSecret } of CHANNELS.flatMap((other) => other.fields)) {
    expect([name, isSecret === true]).toEqual([
      name,
      typeof settings[name] === "object" && settings[name] !== null,
    ]);
  }
});

test("an untouched form can be submitted and sends nothing", () => {
  for (const each of CHANNELS) {
    const values = channelSchema(each).parse(channelValues(each, settings));
    expect(changedChannel(values, new Set())).toEqual({});
  }
});

test("a channel is ready when all its required settings are set", () => {
  expect(channelState(channel("email"), settings)).toEqual({ kind: "none" });
  const half = { ...settings, mailgun_api_key: SET, mailgun_domain: "mg.example.com" };
  expect(channelState(channel("email"), half)).toEqual({
    kind: "incomplete",
    missing: "From, To",
  });
  const whole = { ...half, mailgun_from_email: "a@b", mailgun_to_email: "c@d" };
  expect(channelState(channel("email"), whole)).toEqual({ kind: "ready" });
  expect(channelState(channel("slack"), { ...settings, slack_webhook_url: SET })).toEqual({
    kind: "ready",
  });
  expect(channelState(channel("ntfy"), { ...settings, ntfy_token: SET })).toEqual({
    kind: "incomplete",
    missing: "Topic address",
  });
});

test("a stored secret never enters the form", () => {
  const set = { ...settings, webhook_url: SET, webhook_secret: SET };
  expect(channelValues(channel("webhook"), set)).toEqual({ webhook_url: "", webhook_secret: "" });
});

test("input is validated by the contract, with its messages", () => {
  expect(problems("slack", { slack_webhook_url: "hooks.slack.com" })).toEqual([
    "slack_webhook_url must be an http or https address, without a password in it",
  ]);
  expect(problems("email", { mailgun_domain: "not a domain" })).toEqual([
    "mailgun_domain must be a domain name, such as mg.example.com",
  ]);
});

test("spaces do not count as a secret, and do not remove one by accident", () => {
  expect(problems("webhook", { webhook_url: "  " })).toEqual(["webhook_url must not be empty"]);
});

test("white space copied along with a secret is removed", () => {
  const ntfy = channel("ntfy");
  const values = channelSchema(ntfy).parse({ ntfy_url: "", ntfy_token: " tk_1 " });
  expect(changedChannel(values, new Set(["ntfy_token"]))).toEqual({ ntfy_token: "tk_1" });
});

test("an emptied text is removed", () => {
  const ntfy = channel("ntfy");
  const values = channelSchema(ntfy).parse({ ntfy_url: " ", ntfy_token: "" });
  expect(changedChannel(values, new Set(["ntfy_url"]))).toEqual({ ntfy_url: null });
});

test("removing a channel removes all of its settings", () => {
  expect(withoutChannel(channel("webhook"))).toEqual({ webhook_url: null, webhook_secret: null });
});
