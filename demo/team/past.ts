import type { PastTask } from "../demo-past.ts";

/** What the team did before the demo begins: a real board is not empty. */
export const PAST_TASKS: readonly PastTask[] = [
  {
    summary: "Write a checklist for the day",
    description: "Who does what, from the first crate to the last bin bag.",
    labels: ["day"],
    hoursAgo: 50,
    status: "done",
    said: [
      ["Planner", "## Plan\n\n**Goal:** one list by the hour, with one name behind every line."],
      [
        "Implementer",
        "## Done\n\n- **14:00** tables and benches: Ada, Tom\n- **16:00** grill and drinks: Mira\n- **17:30** music and lights: Jo\n- **18:00** the guests arrive\n- **23:30** clearing up: whoever is left\n\n**Left open:** nothing",
      ],
      ["Reviewer", "## Approved\n\nEvery line has a time and a name, and nobody is in two places."],
      ["Approver", "## Ready for your review\n\n**Result:** the list is in the comment above."],
    ],
  },
  {
    summary: "Find a date that suits everyone",
    description: "A Friday in June. The answers of the poll are in the team's calendar.",
    labels: ["date"],
    hoursAgo: 27,
    status: "done",
    said: [
      ["Planner", "## Plan\n\n**Goal:** the Friday in June that the fewest have to miss."],
      [
        "Implementer",
        "## Done\n\n| Friday | can come | cannot |\n| --- | --- | --- |\n| 11 June | 41 | 17 |\n| 18 June | 46 | 12 |\n| **25 June** | **55** | **3** |\n\n**Left open:** nothing",
      ],
      ["Reviewer", "## Approved\n\nThe sums are right: 58 answers for each Friday."],
      ["Approver", "## Ready for your review\n\n**Result:** 25 June. Only three cannot come."],
    ],
  },
  {
    summary: "Compare three places with a garden",
    description: "Room for 55, reachable without a car, and still free on 25 June 2027.",
    labels: ["place"],
    hoursAgo: 3,
    status: "in_review",
    said: [
      [
        "Planner",
        "## Plan\n\n**Goal:** one recommendation out of three places.\n\n**Done when:** each has its size, price, way there and a plan for rain.",
      ],
      [
        "Implementer",
        "## Done\n\n|  | Old Mill | Lake House | School yard |\n| --- | --- | --- | --- |\n| Room for | 80 | 50 | 120 |\n| Price | €400 | €650 | free |\n| From the station | 6 min on foot | 20 min by bus | 12 min on foot |\n| If it rains | the barn | rent a tent | the gym |\n\n**Left open:** nothing",
      ],
      [
        "Reviewer",
        "## Approved\n\nThe Lake House is too small for 55, and the table says so. Nothing needs to change.",
      ],
      [
        "Approver",
        "## Ready for your review\n\n**Recommended:** the Old Mill. Room for everyone, six minutes from the station, and a barn if it rains.\n\n**For you to decide:** whether €400 is within the budget.",
      ],
    ],
  },
  {
    summary: "Draft the budget",
    description: "What it costs in the Old Mill, for 55 people. No more than €25 each.",
    labels: ["place", "money"],
    hoursAgo: 1,
    status: "in_review",
    said: [
      ["Planner", "## Plan\n\n**Goal:** one table with every cost, and the sum for each person."],
      [
        "Implementer",
        "## Done\n\n| What | Cost |\n| --- | --- |\n| Old Mill | €400 |\n| Food | €590 |\n| Drinks | €280 |\n| Music and lights | €90 |\n| **Sum** | **€1,360** |\n\n**Left open:** nothing",
      ],
      [
        "Reviewer",
        "## Approved\n\nI added it up again: €1,360, which is €24.73 for each of 55 people.",
      ],
      [
        "Approver",
        "## Ready for your review\n\n**Result:** €24.73 for each, just within the limit.\n\n**For you to decide:** whether 27 cents are enough of a reserve.",
      ],
    ],
  },
];
