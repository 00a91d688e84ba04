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
    <span className="relative block pl-3.75 text-muted text-sm">
      <i
        aria-hidden="true"
        className="absolute top-1.5 left-px size-2 rounded-[2px] bg-signal shadow-[0_0_0_1px_var(--color-signal-line)]"
      />
      <span className="text-ink">{what}</span>
      {by ? (
        <>
          {' '}
          by <MomentText at={by} />
        </>
      ) : null}
      {since ? (
        <>
          {' '}
          since <MomentText at={since} />
        </>
      ) : null}
      {who ? <span className="wrap-anywhere"> ({who})</span> : null}
    </span>
  );
}
