import { createLoopApp } from "./loop-app.ts";
import { startFakeMailgun } from "./fake-mailgun.ts";
import {
  startFakeDiscord,
  startFakeNtfy,
  startFakeSlack,
  startFakeWebhook,
} from "./fake-service.ts";

/** What a webhook receives about a task. */
export interface ToldTask {
  event: string;
  at: string;
  workspace: { id: string; title: string };
  task: { id: string; summary: string; status: string };
  cause: string;
  count?: number;
  link: string;
}

/** One server for every channel, and the settings that lead to them. */
export function startServices() {
  const mailgun = startFakeMailgun();
  const webhook = startFakeWebhook("webhook-secret");
  const slack = startFakeSlack();
  const discord = startFakeDiscord();
  const ntfy = startFakeNtfy();
  return {
    mailgun,
    webhook,
    slack,
    discord,
    ntfy,
    settings: {
      mailgun_api_key: "key-good",
      mailgun_domain: "mg.example.com",
      mailgun_from_email: "malamar@mg.example.com",
      mailgun_to_email: "me@example.com",
      mailgun_base_url: mailgun.url,
      webhook_url: `${webhook.url}/hook?key=query-secret`,
      webhook_secret: "webhook-secret",
      slack_webhook_url: `${slack.url}/services/T0000/B0000/slack-secret`,
      discord_webhook_url: `${discord.url}/api/webhooks/1/discord-secret`,
      ntfy_url: `${ntfy.url}/my-topic`,
      ntfy_token: "tk_secret",
    },
    async [Symbol.asyncDispose]() {
      for (const service of [mailgun, webhook, slack, discord, ntfy]) {
        await service[Symbol.asyncDispose]();
      }
    },
  };
}

type Services = ReturnType<typeof startServices>;

/** The running application, with all its notifications going to those services. */
export async function createNotifiedApp(
  services: Services,
  options: Parameters<typeof createLoopApp>[0] & { settings?: object } = {},
) {
  const { settings, ...loopOptions } = options;
  const app = await createLoopApp(loopOptions);
  const body = { ...services.settings, ...settings };
  await app.call("PUT", "/api/settings", { body });

  /** Until the loop is idle and nothing is being sent anymore. */
  async function settle(): Promise<void> {
    await app.taskWorkers.drain();
    await app.notifier.drain();
  }

  async function untilLogged(text: string, count: number): Promise<void> {
    const isMeant = (line: string) => line.includes(text);
    while (app.logLines.filter(isMeant).length < count) await new Promise(setImmediate);
  }

  return {
    ...app,
    settle,
    /** Creates a task and lets the team work on it until it rests. */
    async work(summary = "Fix login") {
      const task = await app.createTask({ summary });
      await settle();
      return task;
    },
    told: () => services.webhook.json<ToldTask>(),
    /** The mails, with the line breaks from before the form changed them. */
    mails: () =>
      services.mailgun.received.map(({ fields }): Record<string, string> => {
        const text = fields["text"]!.replaceAll("\r\n", "\n");
        return { ...fields, text };
      }),
    /** Resolves when services have received this many notifications. */
    untilSent: (count: number) => untilLogged("A notification was sent", count),
    /** Resolves when a service has asked for time. */
    untilItWaits: () => untilLogged("A notification has to wait", 1),
    /** The failed notifications in the log. */
    failures: () => app.logLines.filter((line) => line.includes("A notification was not sent")),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
