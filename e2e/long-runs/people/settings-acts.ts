import { idIn, isOk } from "../client.ts";
import { change, idOf, oneOf, type Act, type Person } from "./person.ts";

const WORKSPACES = 3;
const AGENTS = 4;

/** A person who sets up their own workspaces and teams, and removes them again. */
export function settingsActs(): readonly Act[] {
  /** Those that nobody else works in: they have a description. */
  const own = ({ ledger }: Person) =>
    ledger.keysOf("workspace").filter((key) => ledger.valueOf(key, "description") !== undefined);

  const create: Act = async (person) => {
    if (own(person).length >= WORKSPACES) return;
    const fields = { title: "Short-lived", description: `As of ${person.number()}` };
    const answer = await person.client.send("POST", "/api/workspaces", fields);
    if (isOk(answer)) person.ledger.made(`workspace:${idIn(answer)}`, null, fields);
  };

  const describe: Act = async (person) => {
    const key = oneOf(person.random, own(person));
    if (!key) return;
    const fields = { description: `As of ${person.number()}` };
    await change(person, key, { fields }, ["PUT", `/api/workspaces/${idOf(key)}`, fields]);
  };

  const remove: Act = async (person) => {
    const workspaces = own(person);
    const key = oneOf(person.random, workspaces);
    if (!key || workspaces.length < WORKSPACES) return;
    await change(person, key, { isThere: false }, ["DELETE", `/api/workspaces/${idOf(key)}`]);
  };

  const hire: Act = async (person) => {
    const key = oneOf(person.random, own(person));
    if (!key || person.ledger.keysOf("agent", key).length >= AGENTS) return;
    const fields = { name: `Agent ${person.number()}`, instruction: "Work." };
    const path = `/api/workspaces/${idOf(key)}/agents`;
    const answer = await person.client.send("POST", path, { ...fields, cli_type: "demo" });
    if (isOk(answer)) person.ledger.made(`agent:${idIn(answer)}`, key, fields);
  };

  const anAgent = ({ ledger, random, ...rest }: Person) => {
    const workspace = oneOf(random, own({ ledger, random, ...rest }));
    return workspace && oneOf(random, ledger.keysOf("agent", workspace));
  };

  const instruct: Act = async (person) => {
    const key = anAgent(person);
    if (!key) return;
    const fields = { instruction: `Work as of ${person.number()}.` };
    await change(person, key, { fields }, ["PUT", `/api/agents/${idOf(key)}`, fields]);
  };

  const dismiss: Act = async (person) => {
    const key = anAgent(person);
    if (key) await change(person, key, { isThere: false }, ["DELETE", `/api/agents/${idOf(key)}`]);
  };

  const configure: Act = async (person) => {
    const value = `${person.number()}@example.org`;
    const body = { mailgun_to_email: value };
    await change(person, MAIL, { fields: { value } }, ["PUT", "/api/settings", body]);
  };

  return [create, describe, describe, remove, hire, hire, instruct, instruct, dismiss, configure];
}

export const MAIL = "setting:mailgun_to_email";
