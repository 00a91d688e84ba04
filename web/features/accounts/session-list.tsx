import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { deviceName } from './device-name.ts';
import { signOut } from './sign-out.ts';

/** Where the person is signed in; signing out ends all of it. */
export function SessionList() {
  const sessions = useQuery(query(routes.listSessions, {}));
  return (
    <Panel
      title="Sessions"
      action={
        <Button size="sm" onClick={signOut}>
          Sign out everywhere
        </Button>
      }
    >
      {sessions.data ? (
        <ul className="-my-3 divide-y divide-line">
          {sessions.data.rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span>
                <b className="font-semibold">{deviceName(row.userAgent)}</b>
                <span className="block text-muted text-sm">
                  {row.ipAddress ? `${row.ipAddress}, ` : ''}since <RelativeTime at={row.createdAt} />
                </span>
              </span>
              {row.isCurrent ? <Badge tone="green">This session</Badge> : null}
            </li>
          ))}
        </ul>
      ) : sessions.isError ? (
        <ErrorState title="Your sessions did not load." onRetry={() => sessions.refetch()}>
          {sessions.error.message}
        </ErrorState>
      ) : (
        <Loading>
          <Skeleton className="h-9" />
        </Loading>
      )}
    </Panel>
  );
}
