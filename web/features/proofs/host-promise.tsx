import type { ReactNode } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { AUDIT_DAYS } from '#contract/limits.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import type { HostPromise as Measured } from '#contract/scoring/promise.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/**
 * Shows what hosts lose to bought views per $1,000, as audits measure it, and what was given back to them. It
 * shares no component with the pages of members, so that visitors don't load their code.
 */
export function HostPromise() {
  const { data, isError, refetch } = useRead(routes.hostPromise, {});
  if (!data && isError) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        <p>The figures did not load.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-8" aria-busy={!data}>
      <Part title="Expected loss per $1,000 paid">
        {data ? <Loss measured={data} /> : <p className="text-muted">Reading the audits ...</p>}
      </Part>
      {data ? (
        <>
          <Part title="Caught and given back to hosts">
            <dl className="border-line border-t">
              <Sum name="Before it was paid">{formatUsd(data.keptMicros)}</Sum>
              <Sum name="After it was paid">{formatUsd(data.takenBackMicros)}</Sum>
            </dl>
          </Part>
          <p className="text-muted text-sm">Measured {fullMoment(data.measuredAt)} on this installation.</p>
        </>
      ) : null}
    </div>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h2 className="font-bold text-md">{title}</h2>
    {children}
  </section>
);

const Sum = ({ name, children }: { name: string; children: string }) => (
  <div className="flex justify-between gap-4 border-line border-b py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);

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
