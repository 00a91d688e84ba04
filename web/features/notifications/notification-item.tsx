import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { NotificationRow } from '#contract/notifications/notifications.ts';
import { cx } from '#web/ui/cx.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import type { NotificationGroup } from './group-notifications.ts';

interface NotificationItemProps {
  group: NotificationGroup;
  onOpen: (rows: readonly NotificationRow[]) => void;
}

/** Shows one notification, or the newest of a group with a button that shows the others. */
export function NotificationItem({ group: { first, more }, onOpen }: NotificationItemProps) {
  const [open, setOpen] = useState(false);
  const all = [first, ...more];
  return (
    <li>
      <NotificationLink row={first} unread={all.some(isUnread)} onOpen={() => onOpen(all)} />
      {more.length > 0 ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-8 w-full items-center gap-1 pr-4 pb-2 pl-8.5 text-left font-medium text-muted text-xs hover:text-ink focus-visible:-outline-offset-2"
        >
          {more.length} more like this
          <ChevronDown aria-hidden className={cx('size-3.5', open && 'rotate-180')} />
        </button>
      ) : null}
      {open ? (
        <ul className="divide-y divide-line border-line border-t pl-4">
          {more.map((row) => (
            <li key={row.id}>
              <NotificationLink row={row} unread={isUnread(row)} onOpen={() => onOpen([row])} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

const isUnread = ({ readAt }: NotificationRow): boolean => readAt === null;

interface NotificationLinkProps {
  row: NotificationRow;
  unread: boolean;
  onOpen: () => void;
}

function NotificationLink({ row, unread, onOpen }: NotificationLinkProps) {
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
