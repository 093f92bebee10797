import type { Scenario } from "../harness/scenario.ts";
import { agentToAgent } from "./agent-to-agent.ts";
import { attachment } from "./attachment.ts";
import { besideRunsAndStreams } from "./beside-runs-and-streams.ts";
import { bigDetails, bigLists, bigSearch, bigWholes } from "./big-answers.ts";
import { bigBackup } from "./big-backup.ts";
import { bigCleanup } from "./big-cleanup.ts";
import { bigMemory } from "./big-memory.ts";
import { bigPickup } from "./big-pickup.ts";
import { bigStart } from "./big-start.ts";
import { broadcast } from "./broadcast.ts";
import { brokenCli } from "./broken-cli.ts";
import { chatFirstEvent } from "./chat-first-event.ts";
import { checkpoint } from "./checkpoint.ts";
import { createRow } from "./create-row.ts";
import { hundredChats } from "./hundred-chats.ts";
import { hundredRuns } from "./hundred-runs.ts";
import { listOf100 } from "./list-of-100.ts";
import { readOneRow } from "./read-one-row.ts";
import { startBigDatabase } from "./start-big-database.ts";
import { startHello } from "./start-hello.ts";
import { taskToProcess } from "./task-to-process.ts";
import { transcriptMemory } from "./transcript-memory.ts";
import { transcriptThroughput } from "./transcript-throughput.ts";

export const SCENARIOS: readonly Scenario[] = [
  readOneRow,
  listOf100,
  createRow,
  broadcast,
  taskToProcess,
  agentToAgent,
  chatFirstEvent,
  hundredChats,
  transcriptThroughput,
  transcriptMemory,
  hundredRuns,
  besideRunsAndStreams,
  attachment,
  startBigDatabase,
  startHello,
  brokenCli,
  bigStart,
  bigLists,
  bigDetails,
  bigWholes,
  bigSearch,
  bigPickup,
  bigCleanup,
  bigBackup,
  bigMemory,
  checkpoint,
];
