import { readMacosProcessTable } from "./process-table-macos.ts";
import { linuxProcessTable, type ProcessTable } from "./process-table.ts";

/** On Linux it reads each fact on request; elsewhere it shows the moment of this call. */
export async function readProcessTable(): Promise<ProcessTable> {
  return process.platform === "linux" ? linuxProcessTable : await readMacosProcessTable();
}
