import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { TaskStatus } from "@malamar/contract/task.ts";
import { useState } from "react";
import { z } from "zod";

const Stored = z.array(TaskStatus);

/** The folded columns of each workspace, stored in this browser. */
export function useCollapsedColumns(workspaceId: WorkspaceId) {
  const key = `collapsed-columns ${workspaceId}`;
  const [collapsed, setCollapsed] = useState(() => read(key));
  return {
    collapsed,
    toggle: (status: TaskStatus) => {
      const next = collapsed.includes(status)
        ? collapsed.filter((other) => other !== status)
        : [...collapsed, status];
      setCollapsed(next);
      write(key, next);
    },
  };
}

function read(key: string): readonly TaskStatus[] {
  try {
    return Stored.safeParse(JSON.parse(localStorage.getItem(key) ?? "[]")).data ?? [];
  } catch {
    return [];
  }
}

function write(key: string, collapsed: readonly TaskStatus[]) {
  try {
    localStorage.setItem(key, JSON.stringify(collapsed));
  } catch {
    // Without storage they stay folded until the user leaves the page.
  }
}
