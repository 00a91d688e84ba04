import type { ListingBudget } from '#contract/listings/listings.ts';
import { formatUsdExact, type Micros, micros } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';

export interface Budget {
  spent: Micros;
  reserved: Micros;
  free: Micros;
}

export const listingBudget = ({ budget }: { budget: ListingBudget }): Budget => ({
  spent: budget.paidMicros,
  reserved: budget.reservedMicros,
  free: budget.freeMicros,
});

const totalOf = ({ spent, reserved, free }: Budget): Micros => micros(spent + reserved + free);

/** Returns a share in thousandths, precise enough for a bar. Exact amounts are shown as text. */
const share = (part: Micros, total: Micros) => (total > 0n ? Number((part * 1000n) / total) : 0);

export interface BudgetTrackProps {
  budget: Budget;
  /** True for the size of page headers, which is larger than that of rows. */
  large?: boolean;
  className?: string;
}

/**
 * Shows one budget as a bar in a dark groove: grey for spent, hatched for reserved, lime for free. Each bar has
 * the full width, so that its parts are shares of the listing's own budget.
 */
export function BudgetTrack({ budget, large, className }: BudgetTrackProps) {
  const total = totalOf(budget);
  const [spent, reserved, free] = [budget.spent, budget.reserved, budget.free].map((part) =>
    share(part, total),
  ) as [number, number, number];
  const text = `Spent ${formatUsdExact(budget.spent)}, reserved ${formatUsdExact(budget.reserved)}, free ${formatUsdExact(budget.free)} of ${formatUsdExact(total)}`;
  const part = 'block min-w-0.5 rounded-[1px]';
  return (
    <div
      role="img"
      aria-label={text}
      className={cx(
        'flex min-w-15 gap-0.5 bg-groove shadow-[inset_0_0_0_1px_var(--color-groove-line)]',
        large ? 'h-5.5 rounded-control p-0.75' : 'h-2.5 rounded-frame p-0.5',
        className,
      )}
    >
      {spent > 0 ? <i className={cx(part, 'bg-spent')} style={{ flexGrow: spent }} /> : null}
      {reserved > 0 ? <i className={cx(part, 'hatch')} style={{ flexGrow: reserved }} /> : null}
      {free > 0 ? <i className={cx(part, 'bg-signal')} style={{ flexGrow: free }} /> : null}
    </div>
  );
}

const swatches = { spent: 'bg-spent', reserved: 'hatch bg-well', free: 'bg-signal' } as const;

/** The legend of the track. With `stacked` it is a column with right-aligned amounts. */
export function BudgetKeys({ budget, stacked }: { budget: Budget; stacked?: boolean }) {
  const rows = [
    ['spent', 'Spent'],
    ['reserved', 'Reserved'],
    ['free', 'Free'],
  ] as const;
  return (
    <ul
      className={cx(
        'flex text-sm',
        stacked ? 'flex-col gap-2.25 text-base' : 'flex-wrap gap-x-4.5 gap-y-1.5 text-muted',
      )}
    >
      {rows.map(([key, name]) => (
        <li key={key} className="flex items-center gap-1.75">
          <i
            aria-hidden="true"
            className={cx(
              'size-2.5 shrink-0 rounded-[2px] shadow-[0_0_0_1px_var(--color-line-strong)]',
              swatches[key],
            )}
          />
          <span className={cx(stacked && 'text-muted')}>{name}</span>
          <span className={cx(stacked && 'ml-auto font-semibold')}>{formatUsdExact(budget[key])}</span>
        </li>
      ))}
    </ul>
  );
}
