import { useEffect, useRef } from 'react';
import { routes } from '#contract/routes.ts';
import type { SubmissionMessage } from '#contract/submissions/messages.ts';
import { useAction } from '#web/api/action.ts';
import { live } from '#web/api/live.ts';
import { usePages } from '#web/api/query.ts';
import { cx } from '#web/ui/cx.ts';
import { QueryList, rowsOf } from '#web/ui/lists/query-list.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Composer } from './composer.tsx';

export interface ThreadProps {
  submissionId: string;
  /** The person who reads and writes. */
  userId: string;
  /** The username of the other person. */
  to: string;
}

/** Polling interval of an open thread in milliseconds. */
const REFETCH_MS = 5_000;

/**
 * Shows the messages between host and clipper about a clip, oldest first, and an input for the next message.
 */
export function Thread({ submissionId, userId, to }: ThreadProps) {
  const thread = usePages(
    routes.submissionMessages,
    { params: { id: submissionId }, query: {} },
    live(REFETCH_MS),
  );
  useMarkRead(submissionId, rowsOf(thread));
  return (
    <div className="flex min-w-0 max-w-180 flex-col gap-3.5">
      <QueryList
        of={thread}
        what="messages"
        loading={
          <Loading label="Loading messages">
            <Skeleton className="h-16" />
          </Loading>
        }
        empty={
          <p className="text-muted text-sm">
            No messages yet. Only the two of you, and our admins, can read them.
          </p>
        }
      >
        {(newestFirst, more) => <Messages rows={newestFirst.toReversed()} earlier={more} />}
      </QueryList>
      {thread.data ? (
        <Composer key={submissionId} submissionId={submissionId} userId={userId} to={to} />
      ) : null}
    </div>
  );
}

/** Marks messages as read while the page is visible. */
function useMarkRead(submissionId: string, rows: readonly SubmissionMessage[] | undefined): void {
  // Failures are silent, because the person did not ask for this call, and the next visit marks the messages.
  const { mutate } = useAction(routes.readMessages, { error: () => undefined });
  const unread = rows?.find((row) => !row.isOwn && row.readAt === null)?.id;
  useEffect(() => {
    if (!unread) return;
    const mark = () => {
      if (document.visibilityState === 'visible') mutate({ params: { id: submissionId } });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [unread, submissionId, mutate]);
}

function Messages({ rows, earlier }: { rows: readonly SubmissionMessage[]; earlier: React.ReactNode }) {
  const list = useRef<HTMLOListElement>(null);
  const newest = rows.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message brings the end of the list into view
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [newest]);
  const seen = rows.findLast((row) => row.isOwn && row.readAt !== null)?.id;
  return (
    <>
      {earlier && <div className="flex items-center gap-2 text-muted text-sm">{earlier}</div>}
      <ol
        ref={list}
        aria-label="Messages"
        aria-live="polite"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        className="flex max-h-80 flex-col gap-2.5 overflow-y-auto rounded-control"
      >
        {rows.map((row) => (
          <Message key={row.id} row={row} seen={row.id === seen} />
        ))}
      </ol>
    </>
  );
}

function Message({ row, seen }: { row: SubmissionMessage; seen: boolean }) {
  return (
    <li className={cx('flex max-w-[85%] flex-col gap-1', row.isOwn ? 'items-end self-end' : 'items-start')}>
      <span className="flex flex-wrap gap-x-1.5 text-muted text-xs">
        <span className="font-semibold">{row.isOwn ? 'You' : `@${row.username}`}</span>
        <MomentText at={row.sentAt} />
      </span>
      <p
        dir="auto"
        className={cx(
          'max-w-full whitespace-pre-wrap rounded-control px-3 py-2 text-sm wrap-anywhere',
          row.isOwn ? 'bg-blue-soft' : 'border border-line bg-sunken',
        )}
      >
        {row.body}
      </p>
      {seen ? <span className="text-muted text-xs">Seen</span> : null}
    </li>
  );
}
