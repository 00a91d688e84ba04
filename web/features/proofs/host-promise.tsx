import type { ReactNode } from 'react';
import { AUDIT_DAYS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import type { HostPromise as Measured } from '#contract/scoring/promise.ts';
import { useRead } from '#web/api/query.ts';
import { QueryState } from '#web/ui/lists/query-state.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';

/** Shows what hosts lose to bought views per $1,000, as audits measure it, and what was given back to them. */
export function HostPromise() {
  const found = useRead(routes.hostPromise, {});
  return (
    <QueryState of={found} failed="The figures did not load." loading={<Skeleton className="h-72 w-full" />}>
      {(measured) => (
        <div className="flex flex-col gap-5">
          <Panel title="Expected loss per $1,000 paid">
            <Loss measured={measured} />
          </Panel>
          <Panel title="Caught and given back to hosts">
            <Facts>
              <Fact name="Before it was paid">{formatUsd(measured.keptMicros)}</Fact>
              <Fact name="After it was paid">{formatUsd(measured.takenBackMicros)}</Fact>
            </Facts>
          </Panel>
          <p className="text-muted text-sm">
            Measured <MomentText at={measured.measuredAt} full /> on this installation.
          </p>
        </div>
      )}
    </QueryState>
  );
}

function Loss({ measured }: { measured: Measured }) {
  const { loss, audits, drawnMicros, marketPriceMicros } = measured;
  return (
    <div className="flex max-w-180 flex-col gap-3">
      {loss ? (
        <p>
          <b className="num text-3xl">{formatUsd(loss.micros)}</b>{' '}
          <span className="text-muted">
            between {formatUsd(loss.lowMicros)} and {formatUsd(loss.highMicros)} in 19 of 20 cases
          </span>
        </p>
      ) : (
        <p className="text-md">{tooFew(measured)}</p>
      )}
      {audits.decided > 0 ? (
        <p className="text-muted text-sm">
          {formatCount(audits.decided)} random {audits.decided === 1 ? 'audit was' : 'audits were'} decided,
          drawn for {formatUsd(drawnMicros)} of earnings. In {formatCount(audits.bought)} the views are not
          paid; {formatCount(audits.undecided)} wait for a decision. An audit that nobody answers within{' '}
          {AUDIT_DAYS} days counts as bought.
        </p>
      ) : null}
      {marketPriceMicros === null ? null : (
        <p className="text-sm">1,000 bought views cost about {formatUsd(marketPriceMicros)} on the market.</p>
      )}
    </div>
  );
}

/** Says how much is known, never a figure that the audits don't show. */
function tooFew({ audits, atMostMicros }: Measured): ReactNode {
  if (atMostMicros === null) return 'No audit has been decided yet, so we can’t say how much is lost.';
  return `Too few audits were decided to measure it (${formatCount(audits.decided)}). They show that it is at most ${formatUsd(atMostMicros)}.`;
}
