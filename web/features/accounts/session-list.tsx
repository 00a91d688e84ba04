import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { toast } from '#web/ui/toasts/toast.tsx';
import { deviceName } from './device-name.ts';
import { signOut } from './sign-out.ts';

type SessionRow = z.infer<typeof routes.listSessions.reply>['rows'][number];

/** Lists the person's open sessions. Each can be ended, or all except this one, or all. */
export function SessionList() {
  const sessions = useRead(routes.listSessions, {});
  const endOthers = useAction(routes.endOtherSessions, {
    success: () => toast.success('Signed out elsewhere', 'Only this session is left.', { id: 'sessions' }),
    error: (error) => toast.error(error.title, error.message, { id: 'sessions' }),
  });
  const hasOthers = sessions.data?.rows.some((row) => !row.isCurrent);
  return (
    <Panel
      title="Sessions"
      action={
        <>
          {hasOthers ? (
            <Button
              size="sm"
              busy={endOthers.isPending && 'Signing out...'}
              onClick={() => endOthers.mutate({})}
            >
              Sign out all others
            </Button>
          ) : null}
          <Button size="sm" onClick={signOut}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <QueryList
        of={sessions}
        what="sessions"
        failed="Your sessions did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={null}
      >
        {(rows) => (
          <ul className="-my-3 divide-y divide-line">
            {rows.map((row) => (
              <Session key={row.id} row={row} />
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}

function Session({ row }: { row: SessionRow }) {
  const device = deviceName(row.userAgent);
  const end = useAction(routes.endSession, {
    success: () => toast.success('Signed out', `${device} is signed out.`, { id: 'sessions' }),
    error: (error) => toast.error(error.title, error.message, { id: 'sessions' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="min-w-0">
        <b className="font-semibold">{device}</b>
        <span className="block text-muted text-sm">
          {row.isCurrent ? (
            'Seen now'
          ) : (
            <>
              Last seen <MomentText at={row.lastSeenAt} />
            </>
          )}
          , signed in <MomentText at={row.createdAt} />
          {row.ipAddress ? <span className="wrap-anywhere">, from {row.ipAddress}</span> : null}
        </span>
      </span>
      {row.isCurrent ? (
        <Badge tone="green">This session</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={`Sign out ${device}`}
          busy={end.isPending && 'Signing out...'}
          onClick={() => end.mutate({ params: { id: row.id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
