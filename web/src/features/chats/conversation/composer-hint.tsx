import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#lib/cn.ts";
import type { obstacleTo } from "./composer.logic.ts";

type ComposerHintProps = {
  id: string;
  obstacle: ReturnType<typeof obstacleTo>;
  /** Why the last message came back. */
  notice: string | null;
  /** The CLI that would answer but is known not to work. */
  downCli: string | null;
  isTouch: boolean;
};

/** Below the box: what prevents sending, or how to send. */
export function ComposerHint({ id, ...props }: ComposerHintProps) {
  return (
    <div
      id={id}
      aria-live="polite"
      className="min-h-5 text-sm text-muted empty:mt-0 empty:min-h-0 short:min-h-0"
    >
      <Words {...props} />
    </div>
  );
}

function Words(props: Omit<ComposerHintProps, "id">) {
  const { obstacle, notice, downCli, isTouch } = props;
  if (obstacle === "offline") return <p>You can send this once Malamar responds.</p>;
  if (notice !== null) {
    return (
      <Line icon={<Info aria-hidden />}>Not sent. {notice} What you wrote is still here.</Line>
    );
  }
  if (obstacle === "no_cli") {
    return (
      <Trouble>
        <strong className="font-semibold">No CLI available</strong>
      </Trouble>
    );
  }
  if (obstacle === "answering") return <p>Replying… you can keep typing.</p>;
  if (obstacle === "uploading") return <p>You can send this once the files are uploaded.</p>;
  if (downCli !== null) {
    return <Trouble>{downCli} is not available.</Trouble>;
  }
  return isTouch ? null : (
    <p className="short:hidden">Enter to send, Shift+Enter for a new line.</p>
  );
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Line icon={<CircleAlert aria-hidden />} className="text-error">
        {children}
      </Line>
      <Button asChild size="small">
        <Link to="/settings#clis">What to do</Link>
      </Button>
    </div>
  );
}

type LineProps = { icon: ReactNode; className?: string; children: ReactNode };

function Line({ icon, className, children }: LineProps) {
  return (
    <p
      className={cn(
        "flex min-w-0 items-start gap-1.5 wrap-any [&_svg]:mt-px [&_svg]:size-3.5 [&_svg]:shrink-0",
        className,
      )}
    >
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  );
}
