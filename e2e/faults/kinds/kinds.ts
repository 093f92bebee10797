import { badCli, endlessCli } from "./bad-cli.ts";
import { clockJump } from "./clock-jump.ts";
import { databaseMoved, databaseRemoved } from "./database-gone.ts";
import { dataDiskFull, tempDiskFull } from "./disk-full.ts";
import type { Fault } from "./fault.ts";
import { freezeCli, freezeServer } from "./freeze.ts";
import { killCli } from "./kill-cli.ts";
import { killServer } from "./kill-server.ts";
import { dataTurnsReadOnly, readOnlyData, readOnlyTemp } from "./read-only.ts";
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
