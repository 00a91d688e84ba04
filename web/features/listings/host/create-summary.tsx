import { Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { formatUsd, type Micros, micros, parseUsd, ZERO_MICROS } from '#contract/money.ts';
import { FrozenBalance } from '#web/nouns/frozen-balance.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { missingFor } from './missing-funds.ts';
import { useFrozenBalance } from './use-frozen-balance.ts';

export interface CreateSummaryProps {
  budgetText: string;
  verified: boolean;
  balance: Micros | undefined;
  busy: boolean;
  onAddFunds: (missing: Micros | undefined) => void;
}

/**
 * Shows the amount that posting takes from the balance, or why the host can't post yet. It is at the top,
 * where toasts don't cover it.
 */
export function CreateSummary({ budgetText, verified, balance, busy, onAddFunds }: CreateSummaryProps) {
  const budget = parseUsd(budgetText) ?? ZERO_MICROS;
  const frozen = useFrozenBalance();
  const missing = missingFor(budgetText, balance);
  const left = balance === undefined ? undefined : micros(balance - budget);
  return (
    <section
      aria-label="Posting"
      className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4.5 max-lg:order-last"
    >
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-2.25">
        <dt className="text-muted">Your balance</dt>
        <dd className="text-right font-semibold">
          {balance === undefined ? <Skeleton className="h-4 w-18" /> : formatUsd(balance)}
        </dd>
        <dt className="text-muted">Total budget</dt>
        <dd className="text-right font-semibold">{formatUsd(micros(-budget))}</dd>
        <div className="col-span-2 border-line border-t" aria-hidden="true" />
        <dt className={missing ? 'font-semibold text-red' : 'font-semibold'}>
          {missing ? 'Short by' : 'Balance after posting'}
        </dt>
        <dd className={missing ? 'num text-right text-red text-xl' : 'num text-right text-xl'}>
          {left === undefined ? null : formatUsd(missing ?? left)}
        </dd>
      </dl>
      {frozen ? <FrozenBalance to={paths.hostBudget()} /> : null}
      {missing && !frozen ? (
        <>
          <Note tone="warning" title="Insufficient Balance.">
            Please add funds to continue. You need {formatUsd(missing)} more.
          </Note>
          <Button variant="ink" onClick={() => onAddFunds(missing)}>
            <Wallet aria-hidden />
            Add Funds
          </Button>
        </>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-full"
        blocked={!verified || frozen || missing !== null}
        busy={busy && 'Posting...'}
      >
        Post Listing
      </Button>
      <p className="text-muted text-xs">
        Posting needs a connected platform and a budget within your balance. Unspent money returns to your
        balance when the listing settles.{' '}
        <Link to={paths.promise()} className="link">
          What we promise hosts
        </Link>
      </p>
    </section>
  );
}
