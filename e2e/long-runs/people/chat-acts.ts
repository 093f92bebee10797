import { idIn, isOk } from "../client.ts";
import { change, idOf, oneOf, type Act, type Person } from "./person.ts";

const CHATS = 4;
/** Enough to overwrite one now and then. */
const FILES = 3;

/** What a file holds, in few bytes. */
export function fingerprint(content: string): string {
  return Bun.hash(content).toString(36);
}

/** The instructions of agents in a chat. Each task is requested once. */
const SCRIPTS: readonly ((number: number) => string[])[] = [
  () => ["answer I have read it."],
  (number) => [
    "answer It is on the board.",
    `act {"type":"create_task","summary":"Asked for in message ${number}"}`,
  ],
  () => ["say Let me see", "fork", "wait 200ms", "answer There it is."],
  () => ["exit 3 out of luck"],
];

/** What a person does in the chats of a workspace. */
export function chatActs(workspaceId: string): readonly Act[] {
  const workspace = `workspace:${workspaceId}`;
  const chatsOf = ({ ledger }: Person) => ledger.keysOf("chat", workspace);

  const start: Act = async (person) => {
    if (chatsOf(person).length >= CHATS) return;
    const title = `Chat ${person.number()}`;
    const answer = await person.client.send("POST", `/api/workspaces/${workspaceId}/chats`, {
      title,
      cli_type: "demo",
    });
    if (isOk(answer)) person.ledger.made(`chat:${idIn(answer)}`, workspace, { title });
  };

  const say: Act = async (person) => {
    const key = oneOf(person.random, chatsOf(person));
    if (!key) return;
    const number = person.number();
    const script = oneOf(person.random, SCRIPTS)!(number);
    const message = [`Message ${number}`, "```demo-chat", ...script, "```"].join("\n");
    const path = `/api/chats/${idOf(key)}/messages`;
    const answer = await person.client.send("POST", path, { message });
    if (isOk(answer)) person.ledger.made(`message:${idIn(answer)}`, key, { message });
  };

  const rename: Act = async (person) => {
    const key = oneOf(person.random, chatsOf(person));
    if (!key) return;
    const fields = { title: `Chat ${person.number()}` };
    await change(person, key, { fields }, ["PUT", `/api/chats/${idOf(key)}`, fields]);
  };

  const attach: Act = async (person) => {
    const { client, ledger, random } = person;
    const chat = oneOf(random, chatsOf(person));
    if (!chat) return;
    const content = `Content ${person.number()} `.repeat(random.between(1, 2000));
    const name = `file-${random.below(FILES)}.txt`;
    const form = new FormData();
    form.append("files", new File([content], name));
    const file = `file:${idOf(chat)}/${name}`;
    const fields = { content: fingerprint(content) };
    // With the same name: it replaces the previous one, or that one stays.
    const asked = ledger.knows(file) ? ledger.asked(file, { fields }) : null;
    const answer = await client.send("POST", `/api/chats/${idOf(chat)}/attachments`, form);
    if (answer && !isOk(answer)) asked?.refused();
    if (!isOk(answer)) return;
    asked?.acknowledged();
    if (!asked) ledger.made(file, null, fields);
    for (const { id, message } of answer.body as { id: string; message: string }[]) {
      ledger.made(`message:${id}`, chat, { message });
    }
  };

  const stop: Act = async (person) => {
    const key = oneOf(person.random, chatsOf(person));
    if (key) await person.client.send("POST", `/api/chats/${idOf(key)}/cancel`);
  };

  const remove: Act = async (person) => {
    const chats = chatsOf(person);
    const key = oneOf(person.random, chats);
    if (!key || chats.length < CHATS) return;
    await change(person, key, { isThere: false }, ["DELETE", `/api/chats/${idOf(key)}`]);
  };

  return [start, start, say, say, say, say, rename, attach, attach, stop, remove];
}
