import type { HostOverview } from '#contract/admin/overviews.ts';
import { dayText } from '#contract/dates.ts';
import { formatUsdExact, micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { FigureSkeleton } from '#web/ui/pages/skeleton.tsx';
import { StatCard, StatRow } from '#web/ui/pages/stat-card.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';

/** Shows the budgets of all listings together: funded, spent, remaining. */
export function BudgetCards() {
  const found = useRead(routes.hostOverview, {});
  const { data } = found;
  const now = useNow();
  if (found.error && !data) return <NotLoaded of={found} failed="Your figures did not load." />;
  const monthStart = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return (
    <>
      <StatRow count={4}>
        <StatCard
          label="Total Budget"
          value={data && <Money micros={data.totalBudgetMicros} />}
          hint="Allocated to listings"
        />
        <StatCard
          label="Spent Amount"
          value={data && <Money micros={data.spentMicros} />}
          hint="Earned by approved clips"
        />
        <StatCard
          label="Remaining Balance"
          value={data && <Money micros={data.balanceMicros} />}
          hint="For new listings"
        />
        <StatCard
          label="This Month"
          value={data && <Money micros={data.thisMonthMicros} />}
          hint={`Spent since ${dayText(monthStart)}`}
        />
      </StatRow>
      <WhereMoneyIs of={data} />
    </>
  );
}

/** Shows where all deposited money is now. While loading it shows bars, so that nothing below moves. */
function WhereMoneyIs({ of }: { of: HostOverview | undefined }) {
  const parts = [
    ['Balance', of?.balanceMicros],
    ['Free in listings', of?.freeMicros],
    ['Reserved in listings', of?.reservedMicros],
    ['Spent', of?.spentMicros],
  ] as const;
  const all = of && micros(parts.reduce((sum, [, amount]) => sum + (amount ?? 0n), 0n));
  return (
    <dl
      aria-label="Where your money is"
      aria-busy={!of}
      className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1.5 rounded-panel border border-line bg-surface px-4.5 py-3.5 max-sm:flex-col max-md:px-4"
    >
      {[...parts, ['Total funds', all] as const].map(([name, amount], at) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <span aria-hidden="true" className="text-faint">
            {at === 0 ? '' : at < parts.length ? '+' : '='}
          </span>
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold">
            {amount === undefined ? <FigureSkeleton /> : formatUsdExact(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
