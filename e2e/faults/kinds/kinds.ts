import { badCli, endlessCli } from "./bad-cli.ts";
import { clockJump } from "./clock-jump.ts";
import { databaseMoved, databaseRemoved } from "./database-gone.ts";
import { dataDiskFull, projectsDiskFull, tempDiskFull } from "./disk-full.ts";
import type { Fault } from "./fault.ts";
import { foreignLocks } from "./foreign-locks.ts";
import { freezeCli, freezeServer } from "./freeze.ts";
import { killCheckpoint } from "./kill-checkpoint.ts";
import { killCli } from "./kill-cli.ts";
import { killGit } from "./kill-git.ts";
import { killMaking } from "./kill-making.ts";
import { killRemoval } from "./kill-removal.ts";
import { killRestore } from "./kill-restore.ts";
import { killServer } from "./kill-server.ts";
import { dataTurnsReadOnly, readOnlyData, readOnlyProjects, readOnlyTemp } from "./read-only.ts";
import { manyConnections, stalledStreams } from "./streams.ts";
import { terminate } from "./terminate.ts";

/** Everything that can go wrong, by the name used in options and reports. */
export const KINDS: Readonly<Record<string, Fault>> = {
  "kill-server": killServer,
  terminate,
  "kill-cli": killCli,
  "freeze-server": freezeServer,
  "freeze-cli": freezeCli,
  "data-disk-full": dataDiskFull,
  "temp-disk-full": tempDiskFull,
  "read-only-data": readOnlyData,
  "data-turns-read-only": dataTurnsReadOnly,
  "read-only-temp": readOnlyTemp,
  "database-moved": databaseMoved,
  "database-removed": databaseRemoved,
  "clock-jump": clockJump,
  "kill-making": killMaking,
  "kill-checkpoint": killCheckpoint,
  "kill-restore": killRestore,
  "kill-removal": killRemoval,
  "kill-git": killGit,
  "foreign-locks": foreignLocks,
  "projects-disk-full": projectsDiskFull,
  "read-only-projects": readOnlyProjects,
  "stalled-streams": stalledStreams,
  "many-connections": manyConnections,
  "cli-floods": badCli("It floods"),
  "cli-endless-line": badCli("It writes one endless line"),
  "cli-forks": badCli("It forks"),
  "cli-garbage": badCli("It talks nonsense"),
  "cli-bad-answer": badCli("It answers nonsense"),
  "cli-empty-answer": badCli("It answers nothing"),
  "cli-late-answer": badCli("It answers late"),
  "cli-exits": badCli("It exits at once"),
  "cli-dies": badCli("It dies"),
  "cli-eats-stdin": badCli("It eats its stdin"),
  "cli-hangs": endlessCli("It hangs"),
  "cli-deaf": endlessCli("It is deaf"),
};
