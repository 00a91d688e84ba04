import { Link } from 'react-router';
import type { BlockedClipper } from '#contract/blocks.ts';
import { routes } from '#contract/routes.ts';
import { usePages } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { useUnblock } from './use-unblock.ts';

/** The clippers whom the host blocked, each with a button to unblock. */
export function BlockedClippers() {
  const list = usePages(routes.blockedClippers, { query: {} });
  return (
    <Panel title="Blocked clippers">
      <QueryList
        of={list}
        what="clippers"
        failed="The blocked clippers did not load."
        loading={
          <Loading>
            <Skeleton className="h-9" />
          </Loading>
        }
        empty={
          <p className="text-muted">
            No blocked clippers. Block someone from their profile or a clip to stop their submissions.
          </p>
        }
      >
        {(rows, more) => (
          <>
            <ul aria-label="Blocked clippers" className="-my-3 divide-y divide-line">
              {rows.map((row) => (
                <Row key={row.clipperId} row={row} />
              ))}
            </ul>
            {more && <div className="mt-4">{more}</div>}
          </>
        )}
      </QueryList>
    </Panel>
  );
}

function Row({ row }: { row: BlockedClipper }) {
  const unblock = useUnblock();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar username={row.username} src={row.avatarUrl} />
        <span className="min-w-0">
          <Link to={paths.profile(row.username)} className="font-semibold wrap-anywhere hover:underline">
            @{row.username}
          </Link>
          <span className="block text-muted text-sm">
            Blocked <MomentText at={row.blockedAt} />
          </span>
        </span>
      </span>
      <Button
        size="sm"
        aria-label={`Unblock @${row.username}`}
        busy={unblock.isPending && 'Unblocking...'}
        onClick={() => unblock.lift(row)}
      >
        Unblock
      </Button>
    </li>
  );
}
