import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { Loading, Skeleton } from '#web/ui/pages/skeleton.tsx';
import { Money } from '#web/ui/texts/money.tsx';

/** Lists the payouts per year, for the tax return. Renders nothing without payouts. */
export function PayoutYears() {
  const { data, isPending } = useRead(routes.payoutYears, {});
  if (isPending) {
    return (
      <Loading label="Loading the years">
        <Skeleton className="mx-4.5 my-4 h-3 w-40" />
      </Loading>
    );
  }
  if (!data || data.rows.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-line border-t px-4.5 py-3 text-sm max-md:px-4">
      {data.rows.map(({ year, paidMicros }) => (
        <div key={year} className="flex gap-2">
          <dt className="text-muted">Paid out in {year}</dt>
          <dd className="font-semibold">
            <Money micros={paidMicros} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
