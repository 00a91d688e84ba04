import { formatUsdExact, type Micros, micros } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';

export interface Budget {
  spent: Micros;
  reserved: Micros;
  free: Micros;
}

/** Widths in thousandths; the exact amounts are shown as text. */
function shares({ spent, reserved, free }: Budget): { spent: number; reserved: number; free: number } {
  const total = spent + reserved + free;
  const share = (part: Micros) => (total > 0n ? Number((part * 1000n) / total) : 0);
  return { spent: share(spent), reserved: share(reserved), free: share(free) };
}

/** One budget: grey spent, hatched reserved, lime free, in a dark groove. `large` for headers, else for rows. */
export function BudgetTrack({
  budget,
  large,
  className,
}: {
  budget: Budget;
  large?: boolean;
  className?: string;
}) {
  const { spent, reserved, free } = shares(budget);
  const total = micros(budget.spent + budget.reserved + budget.free);
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

/** Legend of the track; `stacked` is a column with the amounts at the right. */
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
