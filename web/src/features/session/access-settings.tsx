import type { TokenState } from "@malamar/contract/session.ts";
import { Lock, LockOpen, LogOut, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { FieldError } from "#components/field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useLogout } from "./mutations.ts";
import { useSession } from "./queries.ts";
import { SessionList } from "./session-list.tsx";

/** Who can use this Malamar, and how to log this browser out. */
export function AccessSettings() {
  const { data: session, error, refetch } = useSession();
  if (session === undefined && error !== null) {
    return (
      <ErrorState
        title="Access settings could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (session === undefined) {
    return (
      <Delayed>
        <Skeleton className="h-24 w-full" />
      </Delayed>
    );
  }
  return session.token_required ? <WithToken file={session.token_file} /> : <WithoutToken />;
}

function WithoutToken() {
  return (
    <Card icon={LockOpen} title="Open on this machine only">
      <p>
        No token is needed. Malamar only answers this machine, so anyone who can start a program
        here can use it.
      </p>
      <p className="text-muted">
        To require a token, write one of at least 16 characters to a file that only you can read,
        and start Malamar with <Code>--token-file</Code>.
      </p>
    </Card>
  );
}

function WithToken({ file }: { file: TokenState["token_file"] }) {
  const logout = useLogout();
  return (
    <Card icon={Lock} title="Token required">
      <p>This browser is logged in. Scripts send the token as a bearer token.</p>
      {file === null ? (
        <p className="text-muted">
          You chose it when you started Malamar, with <Code>--token-file</Code>,{" "}
          <Code>--token</Code> or their environment variables; Malamar does not store it. To change
          it, start Malamar with another one. Every browser then has to log in again.
        </p>
      ) : (
        <p className="text-muted">
          Malamar generated it, prints it every time it starts, and keeps it in <Code>{file}</Code>,
          which only you can read. To change it, delete that file and restart Malamar. Every browser
          then has to log in again.
        </p>
      )}
      <SessionList />
      <WriteButton
        isBusy={logout.isPending}
        busyLabel="Logging out…"
        onClick={() => logout.mutate()}
      >
        <LogOut aria-hidden />
        Log out
      </WriteButton>
      {logout.isError && (
        <div role="alert">
          <FieldError>{errorMessage(logout.error)}</FieldError>
        </div>
      )}
    </Card>
  );
}

type CardProps = { icon: LucideIcon; title: string; children: ReactNode };

function Card({ icon: Icon, title, children }: CardProps) {
  return (
    <div
      data-commands="Access"
      className="grid justify-items-start gap-2 rounded-md border bg-card p-3"
    >
      <h3 className="flex items-center gap-1.5 text-base leading-normal font-semibold">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        {title}
      </h3>
      {children}
    </div>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="font-mono text-sm wrap-any">{children}</code>;
}
