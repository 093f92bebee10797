import type { LoginSession } from "@malamar/contract/session.ts";
import { Delayed } from "#components/delayed.tsx";
import { ErrorState } from "#components/error-state.tsx";
import { FieldError } from "#components/field.tsx";
import { RelativeTime } from "#components/relative-time.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useEndSessions } from "./mutations.ts";
import { useSessions } from "./queries.ts";

/** Where you are logged in, and how to log out there. */
export function SessionList() {
  const { data: sessions, error, refetch } = useSessions();
  const end = useEndSessions();
  if (sessions === undefined && error !== null) {
    return (
      <ErrorState
        title="The sessions could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (sessions === undefined) {
    return (
      <Delayed>
        <Skeleton className="h-16 w-full" />
      </Delayed>
    );
  }
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <div className="grid w-full justify-items-start gap-2">
      <h4 className="font-semibold">Logged in</h4>
      <ul aria-label="Logged in" className="w-full divide-y rounded-md border">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <WriteButton
          isBusy={end.isPending && end.variables === "others"}
          busyLabel="Logging out…"
          onClick={() => end.mutate("others")}
        >
          Log out all others
        </WriteButton>
      )}
      {end.isError && (
        <div role="alert">
          <FieldError>{errorMessage(end.error)}</FieldError>
        </div>
      )}
    </div>
  );
}

type SessionRowProps = { session: LoginSession; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, last_seen_at, is_current } = session;
  return (
    <li className="flex min-h-8 items-center gap-2 px-3 py-1.5">
      <div className="min-w-0 grow">
        <span className="wrap-any">{device}</span>
        {is_current && <span className="text-muted"> · this browser</span>}
        <div className="text-sm text-muted">
          Last seen <RelativeTime iso={last_seen_at} />
        </div>
      </div>
      {!is_current && (
        <WriteButton
          size="small"
          aria-label={`Log out ${device}`}
          isBusy={isBusy}
          busyLabel="Logging out…"
          onClick={onEnd}
        >
          Log out
        </WriteButton>
      )}
    </li>
  );
}
