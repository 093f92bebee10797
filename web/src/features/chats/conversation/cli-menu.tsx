import type { Agent } from "@malamar/contract/agent.ts";
import type { Chat, UpdateChat } from "@malamar/contract/chat.ts";
import type { CliHealth } from "@malamar/contract/cli.ts";
import { cliLabel } from "@malamar/contract/plain/cli.ts";
import { ChevronDown, CircleX, Terminal } from "lucide-react";
import { MenuButton } from "#components/menu-button.tsx";
import { useConnection } from "#lib/connection.ts";
import { cliChoices, isUnavailable } from "./cli-choice.logic.ts";

type CliMenuProps = {
  chat: Chat;
  agents: readonly Agent[];
  clis: readonly CliHealth[];
  isBusy: boolean;
  onChoose: (change: UpdateChat) => void;
};

/** Selects the CLI for this chat: the agent's default or another one. */
export function CliMenu({ chat, agents, clis, isBusy, onChoose }: CliMenuProps) {
  const { isOffline } = useConnection();
  const effective = chat.effective_cli_type;
  const name = effective === null ? "No CLI available" : cliLabel(effective);
  const isDown = effective === null || isUnavailable(effective, clis);
  return (
    <MenuButton
      size="small"
      align="start"
      aria-label={`CLI: ${name}${effective !== null && isDown ? ", not available" : ""}`}
      aria-disabled={isOffline || isBusy}
      className="max-w-1/2 min-w-0 @3xl:max-w-48 [&>button]:min-w-0 [&>button]:shrink"
      items={cliChoices(chat, agents, clis).map((choice) => ({
        id: choice.type ?? "own",
        label: choice.label,
        icon: Terminal,
        isChosen: choice.isChosen,
        aside: choice.isUnavailable && <NotAvailable />,
        onSelect: () => !choice.isChosen && onChoose({ cli_type: choice.type }),
      }))}
    >
      <Terminal aria-hidden />
      <span className="min-w-0 truncate">{name}</span>
      {isDown && <CircleX aria-hidden className="text-error" />}
      <ChevronDown aria-hidden />
    </MenuButton>
  );
}

function NotAvailable() {
  return (
    <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 pl-3 text-sm text-error">
      <CircleX aria-hidden />
      Not available
    </span>
  );
}
