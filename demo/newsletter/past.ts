import type { PastChat, PastTask } from "../demo-past.ts";

/** The person has requested no more than these. */
export const MAX_PASSES = 5;

const FIRST_TASK = "Write newsletter no. 12";

const FIRST_MATERIAL = `**Changelog 2.4**

- \`parse()\` reads a gigabyte in 3.1 s instead of 8.4 s
- dates without a time zone are refused
- Node 18 is no longer supported

**Asked this week:** how to skip a broken line`;

export const PAST_TASKS: readonly PastTask[] = [
  {
    summary: FIRST_TASK,
    description: FIRST_MATERIAL,
    labels: ["issue"],
    hoursAgo: 143,
    status: "done",
    said: [
      [
        "Researcher",
        "## Notes\n\n1. A gigabyte takes 3.1 s instead of 8.4 s [changelog, line 1]\n2. Dates without a time zone are refused [changelog, line 2]\n3. Node 18 is out [changelog, line 3]\n4. Someone asked how to skip a broken line [questions]",
      ],
      [
        "Writer",
        '## Draft\n\n**2.4 is out, and it is fast.** A gigabyte now takes 3.1 seconds instead of 8.4. Dates without a time zone are refused from now on: write one, or pass `zone`. And it is time to leave Node 18 behind.\n\n**You asked:** how do I skip a broken line? With `onError: "skip"`.',
      ],
      [
        "Editor",
        "## Ready for your review\n\n**Checked:** four claims, four sources. I took out that `zone` exists: nothing in the task says so.",
      ],
    ],
  },
  {
    summary: "Collect what users asked for this year",
    description: "Everything that at least three people asked for, the most wanted first.",
    labels: ["research"],
    hoursAgo: 26,
    status: "in_review",
    stoppedAfterPasses: MAX_PASSES,
    said: [
      [
        "Researcher",
        "## Notes\n\n1. Reading from a stream: 14 people\n2. A command for the terminal: 9 people\n3. Comments in the input: 5 people",
      ],
      [
        "Editor",
        "## Not yet\n\nTwo of these are one wish: whoever wants the command wants to read from a stream. Count again.",
      ],
    ],
  },
  {
    summary: "Write newsletter no. 13",
    description:
      "**Changelog 2.5**\n\n- reads from a stream\n- an error names its line and column\n\n**Asked this week:** whether comments in the input are planned",
    labels: ["issue"],
    hoursAgo: 5,
    status: "in_review",
    said: [
      [
        "Researcher",
        "## Notes\n\n1. Reads from a stream [changelog, line 1]\n2. Errors name line and column [changelog, line 2]\n3. Someone asked for comments in the input [questions]",
      ],
      [
        "Writer",
        "## Draft\n\n**2.5 reads from a stream.** What you asked for most is here: give it a stream, and it begins before the last byte has arrived. And when something is wrong, the error names the line and the column.\n\n**You asked:** will there be comments in the input? We are thinking about it.",
      ],
      [
        "Editor",
        "## Ready for your review\n\n**Checked:** three claims, three sources.\n\n**For you to decide:** whether we may say that we are thinking about comments.",
      ],
    ],
  },
];

/** How the team came about. The script of the Malamar agent continues from its end. */
export const CHAT: PastChat = {
  title: "A team for the newsletter",
  hoursAgo: 144,
  messages: [
    {
      role: "user",
      message:
        "Every week I write a newsletter about our open-source library, and it costs me an evening. Can a team draft it, so that I only read the last version? Nothing in it may be invented.",
    },
    {
      role: "agent",
      message:
        "Gladly. Two questions, then I build it:\n\n1. **Where does the news come from?** A changelog, an issue tracker, your notes?\n2. **When should the team stop** and ask you to look?",
    },
    {
      role: "user",
      message:
        "I paste the changelog and the questions of the week into the task. Stop when every claim is checked, and after five passes at the latest.",
    },
    {
      role: "agent",
      message:
        "Here is your team. It works in this order until the Editor hands you the draft:\n\n1. **Researcher** notes what changed and what people asked, each with its source.\n2. **Writer** turns the notes into 400 words at most.\n3. **Editor** checks every claim against its source, and takes out what has none.\n\nAfter five passes a task stops and waits for you. The first newsletter is on the board.",
      actions: [
        created("Researcher", "collects what readers should know, with its source in brackets"),
        created("Writer", "turns the Researcher's notes into a newsletter of at most 400 words"),
        created("Editor", "checks every claim of the draft, and hands it to the person"),
        {
          type: "update_workspace",
          max_passes: MAX_PASSES,
          text: "Changed max passes of this workspace",
        },
        {
          type: "create_task",
          summary: FIRST_TASK,
          description: FIRST_MATERIAL,
          text: `Created task “${FIRST_TASK}”`,
          task: FIRST_TASK,
        },
      ],
    },
  ],
};

function created(name: string, does: string) {
  const instruction = `You are the ${name}. Your part: ${does}. If that is done and nobody has asked for a change, skip.`;
  return {
    type: "create_agent",
    name,
    instruction,
    text: `Created agent “${name}”`,
    agent: name,
  };
}
