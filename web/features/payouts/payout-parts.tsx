import { Link } from 'react-router';
import { fullMoment } from '#contract/dates.ts';
import { formatUsd, formatUsdExact } from '#contract/money.ts';
import type { PayoutPart } from '#contract/payouts/payout-parts.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { QueryParts } from '#web/ui/lists/query-parts.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/** Lists the verified views that a payout pays for, with links to the receipts. */
export function PayoutParts({ payout, onClose }: { payout: PayoutRow; onClose: () => void }) {
  const params = { id: payout.id };
  const list = usePages(routes.payoutParts, { params, query: {} });
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`What ${formatUsd(payout.amountMicros)} is made of`}
      description={`Payout ${payout.id.slice(-8)}, requested ${fullMoment(payout.requestedAt)}. ${meaning(payout)}`}
      actions={
        rowsOf(list)?.length ? (
          <CsvLink href={address(routes.payoutPartsCsv, { params })} what="parts" />
        ) : null
      }
    >
      <QueryParts
        of={list}
        what="parts"
        label="Parts of the payout"
        part={asLine}
        empty={
          <EmptyState title="Not recorded" className="px-0!">
            It ended before payouts were linked to clips.
          </EmptyState>
        }
      />
    </Dialog>
  );
}

const GIVEN_BACK: readonly PayoutRow['state'][] = ['failed', 'canceled', 'returned'];

const meaning = ({ state }: PayoutRow): string =>
  GIVEN_BACK.includes(state)
    ? 'This payout did not stay with you, so its amount is available again. It was made of these parts.'
    : 'Each line is what views of one clip earned. No other payout contains it.';

const asLine = (part: PayoutPart) => ({
  key: `${part.submissionId} ${part.viewsFrom} ${part.accruedAt.getTime()}`,
  name: (
    <Link to={paths.clip(part.submissionId, { tab: 'receipt' })} className="link">
      <bdi>{part.listingTitle}</bdi>
    </Link>
  ),
  about: (
    <>
      Views {formatCount(part.viewsFrom + 1)} to {formatCount(part.viewsTo)}, {fullMoment(part.accruedAt)}.
      {part.amountMicros < part.stepMicros
        ? ` Of the ${formatUsdExact(part.stepMicros)} that they earned.`
        : ''}
      {part.state === 'not_real'
        ? ' After the payout was sent, a reviewer found that these views were not real. Your next earnings replace them.'
        : ''}
      <ClipName {...part} />
    </>
  ),
  amount: part.amountMicros,
});
