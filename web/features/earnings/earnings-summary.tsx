import type { ReactNode } from 'react';
import type { PendingRow } from '#contract/earnings/earnings.ts';
import { formatParts, formatUsd, type Micros, sumOf } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { PENDING_SPAN } from '#contract/platforms/platform-texts.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { clipName } from '#web/nouns/clip-name.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Scoreboard, ScoreCell } from '#web/ui/pages/scoreboard.tsx';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';

const SHOWN = 3;

/**
 * Shows available, pending and paid earnings with their dates. `action` is rendered below the available
 * amount.
 */
export function EarningsSummary({ action }: { action: ReactNode }) {
  const overview = useRead(routes.clipperOverview, {});
  const pending = useRead(routes.clipperPending, {});
  const payouts = useRead(routes.clipperPayouts, { query: {} });
  // The summary also waits for the data of `action`, because it would otherwise grow line by line and move
  // the page.
  const address = useRead(routes.payoutAddress, {});
  const leaving = useRead(routes.leaving, {});
  const figures = overview.data?.figures;
  if (overview.error && !figures) return <NotLoaded of={overview} failed="Your figures did not load." />;
  if (!figures || [pending, payouts, address, leaving].some(({ isPending }) => isPending))
    return <SummarySkeleton />;
  return (
    <>
      {figures.owedMicros > 0n ? <Owed amount={figures.owedMicros} /> : null}
      <Scoreboard layout="three">
        <ScoreCell lead hot label="Available now" value={<Money micros={figures.availableMicros} />}>
          {action}
        </ScoreCell>
        <PendingCell
          pending={figures.pendingMicros}
          contested={figures.contestedMicros}
          rows={pending.data?.rows ?? []}
        />
        <OnItsWay amount={figures.onItsWayMicros} rows={payouts.data?.rows ?? []} />
      </Scoreboard>
    </>
  );
}

const SummarySkeleton = () => (
  <Loading label="Loading your money">
    <Scoreboard layout="three">
      <ScoreCell lead label="Available now" value={undefined}>
        <Skeleton className="h-24 w-80 max-w-full bg-well-3!" />
      </ScoreCell>
      <ScoreCell label="Pending" value={undefined} />
      <ScoreCell label="On its way" value={undefined} />
    </Scoreboard>
  </Loading>
);

/** Tells a clipper the debt for paid views that were found to be fake. */
const Owed = ({ amount }: { amount: Micros }) => (
  <Note tone="warning" title={`You owe ${formatUsd(amount)}.`}>
    It was paid out for views that a reviewer found were not real. Your next released earnings pay it off
    first.
  </Note>
);

interface PendingProps {
  pending: Micros;
  contested: Micros;
  rows: readonly PendingRow[];
}

function PendingCell({ pending, contested, rows }: PendingProps) {
  const [first, more] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
  const amounts = [
    ...first.map(({ amountMicros }) => amountMicros),
    sumOf(more.map((row) => row.amountMicros)),
  ];
  const shown = formatParts(amounts);
  const lines: { name: ReactNode; value: ReactNode }[] = first.map((row, at) => ({
    name: (
      <>
        <bdi>{row.listingTitle}</bdi>, <bdi>{clipName(row)}</bdi>
        {row.releaseBy ? (
          <>
            , by <MomentText at={row.releaseBy} />
          </>
        ) : null}
        {row.waitsFor ? <span className="block text-well-amber text-xs">{row.waitsFor}</span> : null}
      </>
    ),
    value: shown[at],
  }));
  if (more.length > 0) lines.push({ name: `And ${more.length} more clips`, value: shown.at(-1) });
  if (contested > 0n) lines.push({ name: 'Contested, not counted as pending', value: formatUsd(contested) });
  return (
    <ScoreCell
      label="Pending"
      value={<Money micros={pending} />}
      hint={
        pending === 0n
          ? `Earnings stay pending for ${PENDING_SPAN}, longer where there is too little data or a reviewer checks the views. Then they are yours to withdraw.`
          : undefined
      }
      lines={lines}
    />
  );
}

/**
 * Returns until when a payout arrives. A payout that waits for PayPal's review or for its clipper has no such
 * day.
 */
function arrivalOf({ state, waits, dueAt }: PayoutRow, now: Date) {
  const amber = (text: string) => <span className="text-well-amber">{text}</span>;
  if (waits === 'unclaimed') return { name: amber('Not claimed yet, see History below'), value: '' };
  if (waits === 'on_hold') return { name: amber('PayPal reviews it, see History below'), value: '' };
  const value = <MomentText at={dueAt} />;
  if (dueAt > now)
    return { name: `${state === 'processing' ? 'Processing' : 'Requested'}, leaves by`, value };
  return { name: amber('Late, we are looking into it. Expected by'), value };
}

function OnItsWay({ amount, rows }: { amount: Micros; rows: readonly PayoutRow[] }) {
  const now = useNow();
  const open = rows.filter((row) => row.state === 'requested' || row.state === 'processing');
  const lines = open.slice(0, SHOWN).flatMap((row) => [
    {
      name: `${row.cause === 'weekly' ? 'Weekly payout' : 'Withdrawal'} to ${row.destination}`,
      value: formatUsd(row.amountMicros),
    },
    arrivalOf(row, now),
  ]);
  if (open.length > SHOWN)
    lines.push({
      name: `And ${open.length - SHOWN} more payouts`,
      value: formatUsd(sumOf(open.slice(SHOWN).map(({ amountMicros }) => amountMicros))),
    });
  return (
    <ScoreCell
      label="On its way"
      value={formatUsd(amount)}
      hint={amount === 0n ? 'No payouts in transit.' : undefined}
      lines={lines}
    />
  );
}
