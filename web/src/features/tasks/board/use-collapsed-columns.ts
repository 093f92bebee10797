import type { WorkspaceId } from "@malamar/contract/ids.ts";
import { isTaskStatus } from "@malamar/contract/plain/task.ts";
import type { TaskStatus } from "@malamar/contract/task.ts";
import { useState } from "react";
import { listOf } from "#lib/shape.logic.ts";

const isStored = listOf(isTaskStatus);

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
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return isStored(stored) ? stored : [];
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
