import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { RelativeTime } from './date-text.tsx';

export interface TimelineItem {
  title: ReactNode;
  detail?: ReactNode;
  at?: Date | string | undefined;
  state: 'done' | 'next' | 'later' | 'bad';
}

const dots: Record<TimelineItem['state'], string> = {
  done: 'bg-ink',
  next: 'bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]',
  later: 'shadow-[inset_0_0_0_1.5px_var(--color-line-strong)]',
  bad: 'bg-red-solid',
};

const words: Record<TimelineItem['state'], string> = {
  done: 'Done',
  next: 'Next',
  later: 'Later',
  bad: 'Stopped',
};

/** What happened and what comes, in order. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className="flex flex-col">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history is append-only, places never change
        <li key={index} className="group/step relative flex gap-3 pb-4 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute top-3 bottom-0 left-[4.5px] w-px bg-line group-last/step:hidden"
          />
          <i
            aria-hidden="true"
            className={cx('relative mt-1.25 size-2.5 shrink-0 rounded-[2px]', dots[item.state])}
          />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className={cx('font-semibold', item.state === 'later' && 'text-muted')}>
              <span className="sr-only">{words[item.state]}: </span>
              {item.title}
            </span>
            {item.detail ? <span className="text-muted text-sm">{item.detail}</span> : null}
          </span>
          {item.at ? (
            <span className="text-muted text-sm">
              <RelativeTime at={item.at} />
            </span>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

/** The one line every row owes its reader: what happens next, by when, by whom. */
export function NextEvent({
  what,
  by,
  who,
}: {
  what: ReactNode;
  by?: Date | string | undefined;
  who?: ReactNode;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-muted text-sm">
      <i aria-hidden="true" className={cx('size-2 rounded-[2px]', dots.next)} />
      <span className="text-ink">{what}</span>
      {by ? <RelativeTime at={by} /> : null}
      {who ? <span>by {who}</span> : null}
    </span>
  );
}
