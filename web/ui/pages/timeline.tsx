import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { awayInRow, MomentText } from '#web/ui/texts/moment-text.tsx';

/** Shows the next event with its deadline, or since when it waits, and who has to act. */
export function NextEvent({
  what,
  by,
  since,
  who,
}: {
  what: ReactNode;
  by?: Date | string | undefined;
  /** When a wait without a deadline began. It is shown after "Waits for …". */
  since?: Date | string | undefined;
  who?: ReactNode;
}) {
  return (
    <span
      className={cx(
        'relative block pl-3.75 text-muted text-sm',
        // In a phone's row the text is truncated, and the day stays visible.
        '@max-4xl:group-[:not([data-open])]/row:flex @max-4xl:group-[:not([data-open])]/row:gap-1',
      )}
    >
      <i
        aria-hidden="true"
        className="absolute top-1.5 left-px size-2 rounded-[2px] bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]"
      />
      <span
        title={typeof what === 'string' ? what : undefined}
        className="text-ink @max-4xl:group-[:not([data-open])]/row:truncate"
      >
        {what}
      </span>
      {by ? <When word="by" at={by} /> : null}
      {since ? <When word="since" at={since} /> : null}
      {who ? <span className={cx('wrap-anywhere', awayInRow)}> ({who})</span> : null}
    </span>
  );
}

const When = ({ word, at }: { word: 'by' | 'since'; at: Date | string }) => (
  <span className="@max-4xl:group-[:not([data-open])]/row:shrink-0">
    {' '}
    {word} <MomentText at={at} shortInRow />
  </span>
);
