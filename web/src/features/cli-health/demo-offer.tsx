import { CopyableCommand } from "#components/copyable-command.tsx";

/** For somebody who wants to see first what it is that a CLI is needed for. */
export function DemoOffer() {
  return (
    <div className="space-y-1.5">
      <p>Or watch a team at work first, without a CLI and without an account:</p>
      <div className="grid gap-2 sm:grid-cols-2">
        <CopyableCommand command="malamar demo" label="Copy the command for the demo" />
        <CopyableCommand
          command="npm run demo"
          label="Copy the command for the demo from the source code"
        />
      </div>
    </div>
  );
}
