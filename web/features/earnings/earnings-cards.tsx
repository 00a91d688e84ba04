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
  // The fraction of a cent is cut here, so that the three figures above add up to this one. It can't be paid
  // out.
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
