import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BriefingFile } from "@malamar/contract/briefing.ts";
import type { Chat } from "@malamar/contract/chat.ts";
import { MALAMAR_AGENT_NAME } from "@malamar/contract/plain/chat.ts";
import type { ChatId } from "@malamar/contract/ids.ts";
import type { Run } from "@malamar/contract/run.ts";
import type { TranscriptEvent } from "@malamar/contract/transcript.ts";
import { removeFolder, temporaryFolder } from "../harness/clean-up.ts";
import { newId } from "@malamar/server/lib/id.ts";
import { OWN_PROGRAM } from "@malamar/server/lib/own-program.ts";
import { startRunsServer } from "../harness/runs-server.ts";
import type { Scenario, Variant } from "../harness/scenario.ts";
import { spawnBare } from "../harness/spawn-bare.ts";

const CHATS = 100;

const name = `${CHATS} chats answered at once`;

export const hundredChats: Scenario = {
  rows: [
    { name: `${name}: until the last answer`, unit: "ms", better: "lower", bound: null },
    {
      name: `${name}: lost or mixed up`,
      unit: "",
      better: "lower",
      bound: 0,
      bounded: "malamar",
    },
  ],
  mostRounds: 3,
  note: () =>
    `${name}: a message in each of ${CHATS} chats of one workspace, sent at the same time and answered by ` +
    "the Demo CLI, one process each. A chat counts as lost or mixed up unless it holds exactly its own " +
    "question and answer, and its transcript no other chat's words. Bare: the same program " +
    `started ${CHATS} times at once with Bun.spawn, until the last one has ended.`,
  bare,
  malamar,
};

const questionFor = (at: number) =>
  `\`\`\`demo-chat\nsay Looking at question ${at}.\nanswer Answer ${at}.\n\`\`\``;

async function bare(): Promise<Variant> {
  const folder = temporaryFolder();
  const inputs = Array.from({ length: CHATS }, (_, at) => {
    const path = join(folder, `${at}.briefing.json`);
    writeFileSync(path, briefingFile(questionFor(at), join(folder, `answer-${at}.json`)));
    return path;
  });
  const run = async (path: string) => {
    const child = spawnBare([...OWN_PROGRAM, "stand-in", "Answer", path], folder);
    await Promise.all([child.stdout.bytes(), child.stderr.bytes(), child.exited]);
  };
  return {
    round: async () => {
      const began = performance.now();
      await Promise.all(inputs.map(run));
      return [performance.now() - began, 0];
    },
    close: async () => removeFolder(folder),
  };
}

/** The parts of Malamar's input that the Demo CLI reads. */
function briefingFile(question: string, output_path: string): string {
  const file: BriefingFile = {
    briefing: {
      kind: "chat",
      chat_id: newId<ChatId>(),
      workspace_title: "",
      workspace_instruction: "",
      agent_name: MALAMAR_AGENT_NAME,
      is_malamar: true,
      role: "",
      messages: [{ role: "user", content: question, created_at: "" }],
      actions: [],
      most_actions: 0,
      context: { settings: {}, team: [], clis: [], is_mail_configured: false },
    },
    output_path,
  };
  return JSON.stringify(file);
}

async function malamar(): Promise<Variant> {
  const folder = temporaryFolder();
  const server = await startRunsServer(join(folder, "no-program"), []);
  const workspaceId = await server.createTeam(0);
  const path = `/api/workspaces/${workspaceId}/chats`;

  async function isSound({ id }: Chat, at: number): Promise<boolean> {
    const { messages } = await server.call<Chat>("GET", `/api/chats/${id}`);
    const runs = await server.call<Run[]>("GET", `/api/chats/${id}/runs`);
    const events = await Promise.all(
      runs.map((run) => server.call<TranscriptEvent[]>("GET", `/api/runs/${run.id}/transcript`)),
    );
    const words = events.flat().flatMap((event) => (event.type === "text" ? event.text : []));
    const said = messages.map(({ message }) => message);
    return (
      JSON.stringify(said) === JSON.stringify([questionFor(at), `Answer ${at}.`]) &&
      JSON.stringify(words) === JSON.stringify([`Looking at question ${at}.`])
    );
  }

  return {
    round: async () => {
      const chats = await Promise.all(
        Array.from({ length: CHATS }, () => server.call<Chat>("POST", path, { cli_type: "demo" })),
      );
      const began = performance.now();
      await Promise.all(
        chats.map(({ id }, at) =>
          server.call("POST", `/api/chats/${id}/messages`, { message: questionFor(at) }),
        ),
      );
      await server.ask("drain");
      const took = performance.now() - began;
      const sound = await Promise.all(chats.map(isSound));
      return [took, sound.filter((isOne) => !isOne).length];
    },
    close: async () => {
      await server.close();
      removeFolder(folder);
    },
  };
}
