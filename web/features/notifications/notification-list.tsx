import { Link } from 'react-router';
import type { NotificationRow } from '#contract/notifications.ts';
import { routes } from '#contract/routes.ts';
import { useAction } from '#web/api/action.ts';
import { usePages } from '#web/api/query.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { NewRows } from '#web/ui/new-rows.tsx';
import { QueryList } from '#web/ui/query-list.tsx';

/** Newest first; opening one marks it read and leads to what it is about. */
export function NotificationList({ onOpened }: { onOpened: () => void }) {
  const list = usePages(routes.listNotifications, { query: {} });
  const read = useAction(routes.markNotificationRead, { error: () => undefined });
  const open = (row: NotificationRow) => {
    if (!row.readAt) read.mutate({ params: { id: row.id } });
    onOpened();
  };
  return (
    <QueryList
      flush
      of={list}
      what="notifications"
      empty={<EmptyState title="Nothing yet">Decisions, payouts and other news appear here.</EmptyState>}
    >
      {(rows, more) => (
        <>
          <NewRows rows={rows} keyOf={({ id }) => id}>
            {(shown) => (
              <ul className="divide-y divide-line">
                {shown.map((row) => (
                  <li key={row.id}>
                    <NotificationLink row={row} onOpen={() => open(row)} />
                  </li>
                ))}
              </ul>
            )}
          </NewRows>
          {more && <div className="flex justify-center p-3">{more}</div>}
        </>
      )}
    </QueryList>
  );
}

function NotificationLink({ row, onOpen }: { row: NotificationRow; onOpen: () => void }) {
  const unread = row.readAt === null;
  return (
    <Link
      to={row.link}
      onClick={onOpen}
      className="flex gap-2.5 px-4 py-3 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden="true"
        className={cx(
          'mt-1.5 size-2 shrink-0 rounded-[2px]',
          unread && 'bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]',
        )}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <b className={cx('min-w-0 break-words', unread ? 'font-bold' : 'font-medium')}>
            {unread ? <span className="sr-only">Unread: </span> : null}
            <bdi>{row.title}</bdi>
          </b>
          <span className="shrink-0 text-muted text-xs">
            <MomentText at={row.createdAt} />
          </span>
        </span>
        <span dir="auto" className="mt-0.5 block break-words text-muted text-sm">
          {row.body}
        </span>
      </span>
    </Link>
  );
}
