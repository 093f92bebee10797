import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBoard, demoAgent, request, type Board } from "../support/board.ts";
import { createChangedTask, type Files } from "../support/changed-tasks.ts";
import { createHome, startMalamar } from "../support/malamar.ts";
import { until } from "../support/until.ts";

const EDIT = {
  file_path: "src/login/form.css",
  old_string: "  width: 420px;\n  padding: 24px;",
  new_string: "  width: min(420px, 100%);\n  padding: 16px;",
};
const TODOS = [
  { content: "Find what is too wide", status: "completed" },
  { content: "Let the form shrink", status: "in_progress" },
  { content: "Check it at 320 px", status: "pending" },
];

/** A tool that worked, or with `=>!` one that did not. */
const tool = (name: string, input: object, result: string, sign = "=>") =>
  `tool ${name} ${JSON.stringify(input)} ${sign} ${result}`;

const PLANNER = demoAgent(
  "Planner",
  "visit 1:",
  "think The form has a fixed width. On a small screen that is wider than the window.",
  "say I read the form and its styles.",
  tool("Read", { file_path: "src/login/form.tsx" }, "export function LoginForm() {"),
  tool("Read", { file_path: "src/login/form.css" }, ".form {"),
  tool("Grep", { pattern: "width:" }, "src/login/form.css:12"),
  "usage 3100 in, 210 out, 2400 cached, $0.02",
  "comment",
  "| ## Plan",
  "|",
  "| **Done when:** the form fits 320 px, and nothing scrolls sideways.",
  "when the user comments:",
  "usage 3300 in, 110 out, 2900 cached, $0.01",
  "comment",
  "| Added: the button stays in sight above the keyboard.",
  "after:",
  "skip",
  'task "certificate":',
  "visit 1:",
  tool("Bash", { command: "certbot renew" }, "curl: (7) Connection refused", "=>!"),
  "exit 1 connect ECONNREFUSED: the model's server cannot be reached",
);

const IMPLEMENTER = (gate: string) =>
  demoAgent(
    "Implementer",
    "visit 1:",
    tool("TodoWrite", { todos: TODOS }, "ok"),
    tool("Edit", EDIT, "ok"),
    tool("Bash", { command: "npm test -- login" }, "14 passed, 0 failed"),
    tool("Bash", { command: "npm run lint" }, "form.css: unknown unit", "=>!"),
    "usage 6100 in, 720 out, 4800 cached, $0.05",
    "comment",
    "| ## Done",
    "|",
    "| `src/login/form.css`: the form is as wide as there is room.",
    "after:",
    "skip",
    'task "redirect":',
    "say I move the old addresses into one table.",
    `gate ${gate}`,
  );

const REVIEWER = demoAgent(
  "Reviewer",
  "visit 1:",
  "usage 4400 in, 150 out, 3600 cached, $0.02",
  "comment",
  "| ## Approved",
  "|",
  "| Opened at 320, 768 and 1440 px: nothing scrolls sideways.",
  "after:",
  "skip",
);

const APPROVER = demoAgent(
  "Approver",
  "visit 1:",
  "skip",
  "after:",
  "usage 3900 in, 180 out, 3400 cached, $0.01",
  "comment",
  "| ## Ready for your review",
  "|",
  "| **Result:** the login form fits every screen down to 320 px.",
  "|",
  "| **For you to decide:** whether 16 px of padding is enough on a phone.",
  "review",
);

const PRICE = `import { format } from "./format.ts";

/** What a customer pays. */
export function price(net: number): string {
  return format(net * 1.2);
}
`;

const CHANGED_PRICE = PRICE.replace("net * 1.2", "withTax(net)").replace(
  './format.ts";\n',
  './format.ts";\nimport { withTax } from "./tax.ts";\n',
);

const ROUNDED = Array.from({ length: 12 }, (_, at) => `  case ${at}: return ${at * 10};\n`).join(
  "",
);

/** A change of every kind. */
const BEFORE: Files = {
  "notes/taxes.md": "Ask the accountant.\n",
  "package-lock.json": "{}\n",
  "src/price.ts": PRICE,
  "src/rounding.ts": ROUNDED,
};
const AFTER: Files = {
  "notes/taxes.md": null,
  "package-lock.json": '{ "lockfileVersion": 3 }\n',
  "src/price.ts": CHANGED_PRICE,
  "src/rounding.ts": null,
  "src/rounded.ts": ROUNDED.replace("return 110", "return 120"),
  "src/tax.ts": "export const withTax = (net: number) => net * 1.19;\n",
};

/** Never ends on its own: its team always finds something to say. */
const TALKER = demoAgent(
  "Writer",
  "always:",
  "usage 2000 in, 90 out, 1500 cached, $0.01",
  "comment I found another word that could be shorter.",
);

/** A Malamar with a task in every state, on which one agent keeps working. */
export async function createWebsite() {
  const home = createHome();
  const bin = join(home.dir, "bin");
  mkdirSync(bin);
  // One CLI is installed: without any, every page says so. Claude Code is the one that is missing.
  writeFileSync(join(bin, "codex"), "#!/bin/sh\necho 0.166.0\n", { mode: 0o755 });
  const malamar = await startMalamar({ home, env: { PATH: `${bin}:/usr/bin:/bin` } });
  const board = createBoard(malamar.url);
  const gate = join(home.dir, "never");
  const team = [PLANNER, IMPLEMENTER(gate), REVIEWER, APPROVER];

  const website = await board.createTeam(team, { title: "Website" });
  const add = (summary: string, more: object = {}) =>
    request<{ id: string }>(malamar.url, "POST", `/api/workspaces/${website}/tasks`, {
      summary,
      ...more,
    });
  const login = await add("Make the login form fit a phone", {
    description: "It is wider than the screen of a phone.",
    labels: ["design", "phone"],
  });
  await board.reachesReview(login.id);
  await board.comment(login.id, "Please keep the button in sight while someone types.");
  await until(async () => (await board.task(login.id)).status !== "in_review", "it is taken again");
  await board.reachesReview(login.id);
  await talkAbout(board, login.id);
  const imprint = await add("Write the imprint", { labels: ["text"] });
  await board.reachesReview(imprint.id);
  const done = await add("Choose the fonts", { labels: ["design"] });
  await board.reachesReview(done.id);
  await board.moveToDone(done.id);

  const certificate = await add("Renew the certificate", { labels: ["server"] });
  const redirect = await add("Redirect the old addresses", { labels: ["server", "seo"] });
  await board.runThatSays(redirect.id, "I move the old addresses into one table.");
  await add("Compress the pictures", { labels: ["speed"] });
  await add("Add a search field");
  const urgent = await add("Answer the press", { labels: ["text"] });
  await request(malamar.url, "POST", `/api/tasks/${urgent.id}/prioritize`, { is_priority: true });
  await add("Translate it into French", { is_on_hold: true });

  const app = await board.createTeam(
    [{ name: "Planner", cli_type: "claude", instruction: "Plan it." }],
    { title: "Mobile app" },
  );
  await board.createTask(app, "Sign in with a fingerprint");
  const blog = await board.createTeam([TALKER], { title: "Blog", max_passes: 2 });
  const post = await board.createTask(blog, "Shorten the first post");
  await board.reachesReview(post.id);
  const dozen = await board.createTeam(
    Array.from({ length: 12 }, (_, at) =>
      demoAgent(`Checker ${at + 1}`, ...(at < 4 ? ["skip"] : ["say Checking.", `gate ${gate}`])),
    ),
    { title: "Twelve checks" },
  );
  const checked = await board.createTask(dozen, "Check every page");
  await board.runThatSays(checked.id, "Checking.");
  const empty = await board.createTeam([], { title: "Nothing yet" });
  const changed = await createChangedTask(malamar, BEFORE, AFTER, { title: "Shop" });

  const workspace = (id: string) => (path: string) => `${malamar.url}/workspaces/${id}/${path}`;
  return {
    url: malamar.url,
    board,
    website: workspace(website),
    app: workspace(app),
    blog: workspace(blog),
    dozen: workspace(dozen),
    empty: workspace(empty),
    loginId: login.id,
    doneId: done.id,
    certificateId: certificate.id,
    postId: post.id,
    changes: malamar.url + changed.address,
    emptyId: empty,
    async [Symbol.asyncDispose]() {
      await malamar[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

export type Website = Awaited<ReturnType<typeof createWebsite>>;

/** Every kind of entry that a timeline has. */
async function talkAbout(board: Board, taskId: string): Promise<void> {
  await board.note(taskId, "The designer looks at it on Thursday.");
  const edited = await board.note(taskId, "The press release links to this page.");
  await board.editComment(edited.id, "The press release of June links to this page.");
  const deleted = await board.note(taskId, "Never mind.");
  await board.deleteComment(deleted.id);
}
