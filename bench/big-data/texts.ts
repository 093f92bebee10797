import type { Draws } from "./seeded.ts";

const VERBS = ["Fix", "Add", "Remove", "Explain", "Test", "Rewrite", "Measure", "Translate"];
const THINGS = [
  "login form",
  "export of invoices",
  "search index",
  "nightly import",
  "error page",
  "price table",
  "upload of pictures",
  "keyboard shortcuts",
  "rate limit",
  "welcome mail",
  "database backup",
  "calendar view",
  "map of branches",
  "payment callback",
  "cookie banner",
  "report for auditors",
];
const PLACES = [
  "on small screens",
  "for customers abroad",
  "behind a proxy",
  "after an update",
  "in the mobile app",
  "when the network is slow",
  "for people who use a keyboard",
  "in the old shop",
];
const TEAMS = ["Website", "Billing", "Warehouse", "Newsletter", "Mobile", "Support", "Research"];
const CITIES = ["Lisbon", "Oslo", "Hanoi", "Quito", "Perth", "Kyoto", "Dakar", "Turin", "Leeds"];
const TOPICS = ["How do we", "Should we", "Who can", "Plan to", "Idea to"];
const SENTENCES = [
  "The test fails because the handler reads the body twice.",
  "I moved the check into the service, so that every caller has it.",
  "There is a second place in `src/http/session.ts` that needs the same change.",
  "Please look at the numbers again: the second column is off by one.",
  "Done. All 214 tests pass, and I added three for the empty case.",
  "I would rather not touch the migration; it has been applied everywhere.",
  "What should happen when the customer has no address at all?",
  "It only happens with names that have an umlaut, such as Jäger or Søren.",
  "The page needs 1.8 seconds on a slow line; before, it was 4.2.",
  "See the log of last night: the import stopped after 40,000 rows.",
  "Two of the five endpoints answer 500 when the token has expired.",
  "I split the function in two, for it did too much — naïve, but readable.",
  "Review: the comment above the loop says the opposite of what it does.",
  "Approved, but please rename the flag before it is merged.",
];

/** In this many titles of workspaces, tasks and chats, whatever the size of the data set. */
export const RARE_WORD = "zeppelin";
/** In an eighth of the titles of tasks, and in no other title. */
export const COMMON_WORD = "screens";
/** In no title, though most of its parts are. */
export const MISSING_WORD = "login screenshot";

/**
 * Titles and texts as people and agents write them: the same few thousand words, of every length.
 */
export function createTexts({ pick, whole, exponential }: Draws) {
  const sentences = (count: number) =>
    Array.from({ length: count }, () => pick(SENTENCES)).join(" ");
  return {
    workspaceTitle: (number: number) => `${pick(TEAMS)} ${pick(CITIES)} ${number}`,
    taskTitle: (number: number) => `${pick(VERBS)} the ${pick(THINGS)} ${pick(PLACES)} (${number})`,
    chatTitle: (number: number) => `${pick(TOPICS)} change the ${pick(THINGS)}? (${number})`,
    instruction: (role: string) =>
      `You are the ${role} of this team.\n\n${sentences(6)}\n\n- ${sentences(1)}\n- ${sentences(1)}`,
    description: () => (whole(1, 4) === 1 ? "" : `## Why\n\n${sentences(whole(2, 12))}`),
    /** Usually a sentence or a few; sometimes a page. */
    comment: () => sentences(Math.min(200, 1 + Math.floor(exponential() * 4))),
  };
}

export type Texts = ReturnType<typeof createTexts>;
