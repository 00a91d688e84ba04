import { cutToCents, formatUsd, splitCents, sumOf } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { StatCard, StatRow } from '#web/ui/pages/stat-card.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { Money } from '#web/ui/texts/money.tsx';
import { shareOfTotal } from './weeks.ts';

export function EarningsCards() {
  const { data } = useRead(routes.clipperOverview, {});
  const figures = data?.figures;
  // A fraction of a cent can't be paid out, so it is cut here: the three figures above then add up to this
  // one.
  const pending =
    figures &&
    sumOf(splitCents([cutToCents(figures.availableMicros), figures.pendingMicros, figures.onItsWayMicros]));
  return (
    <StatRow>
      <StatCard
        label="Total Earned"
        value={figures && <Money micros={figures.earnedMicros} />}
        hint="All time earnings"
      />
      <StatCard
        label="Approved Clips"
        value={data && formatCount(data.approved)}
        hint="Clips earning money"
      />
      <StatCard
        label="Pending Payouts"
        value={pending === undefined ? undefined : formatUsd(pending)}
        hint="Available, pending, on its way"
      />
      <StatCard
        label="This Month"
        value={figures && <Money micros={figures.thisMonthMicros} />}
        hint={
          figures && `${shareOfTotal(figures.thisMonthMicros, figures.earnedMicros)}% of total this month`
        }
      />
    </StatRow>
  );
}
