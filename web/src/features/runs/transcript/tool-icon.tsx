import {
  Bot,
  FilePen,
  FilePlus,
  FileText,
  Globe,
  ListTodo,
  Search,
  SquareTerminal,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import type { ToolKind } from "./tool-kind.logic.ts";

const ICONS: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  search: Search,
  edit: FilePen,
  write: FilePlus,
  command: SquareTerminal,
  web: Globe,
  todo: ListTodo,
  agent: Bot,
  other: Wrench,
};

export function ToolIcon({ kind }: { kind: ToolKind }) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden />;
}
