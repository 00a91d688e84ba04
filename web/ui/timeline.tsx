import type { ReactNode } from 'react';
import { MomentText } from './moment-text.tsx';

/** What happens next, by when or how long it has waited for somebody, by whom. */
export function NextEvent({
  what,
  by,
  since,
  who,
}: {
  what: ReactNode;
  by?: Date | string | undefined;
  /** Follows "Waits for …", where nothing happens by itself. */
  since?: Date | string | undefined;
  who?: ReactNode;
}) {
  return (
    <span className="flex items-baseline gap-1.5 text-muted text-sm">
      <i
        aria-hidden="true"
        className="size-2 shrink-0 rounded-[2px] bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]"
      />
      <span className="flex min-w-0 flex-wrap gap-x-1.5">
        <span className="text-ink">{what}</span>
        {by ? (
          <span>
            by <MomentText at={by} />
          </span>
        ) : null}
        {since ? (
          <span>
            since <MomentText at={since} />
          </span>
        ) : null}
        {who ? <span className="wrap-anywhere">({who})</span> : null}
      </span>
    </span>
  );
}
