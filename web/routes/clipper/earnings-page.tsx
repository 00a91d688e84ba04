import { Link } from 'react-router';
import { EarningClips } from '#web/features/earnings/earning-clips.tsx';
import { EarningsCards } from '#web/features/earnings/earnings-cards.tsx';
import { EarningsSummary } from '#web/features/earnings/earnings-summary.tsx';
import { WeeklyChart } from '#web/features/earnings/weekly-chart.tsx';
import { EarningMoves } from '#web/features/ledger/earning-moves.tsx';
import { PayoutHistory } from '#web/features/payouts/payout-history.tsx';
import { UnprovenClips } from '#web/features/payouts/unproven-clips.tsx';
import { Withdraw } from '#web/features/payouts/withdraw.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

export function EarningsPage() {
  return (
    <>
      <PageHeader
        title="Earnings"
        meaning="Your balance, upcoming payouts and history."
        action={
          <Link to={paths.clipperStatement()} className={buttonStyle()}>
            Statements
          </Link>
        }
      />
      <EarningsSummary action={<Withdraw />} />
      <UnprovenClips />
      <EarningsCards />
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-5 max-lg:grid-cols-1">
        <WeeklyChart />
        <EarningClips />
      </div>
      <PayoutHistory />
      <EarningMoves />
    </>
  );
}
