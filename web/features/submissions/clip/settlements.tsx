import { CircleCheck, TriangleAlert } from 'lucide-react';
import { fullMoment } from '#contract/dates.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import { formatUsdExact } from '#contract/money.ts';
import { Table } from '#web/ui/lists/table.tsx';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';

/** Shows whether the server computed the same amount again for this page. */
export function Recomputed({ receipt }: { receipt: Receipt }) {
  const links = (
    <ul className="mt-1.5 flex flex-col gap-1">
      {receipt.recomputation.map(({ what, proven, sentence }) => (
        <li key={what}>
          <b className="font-semibold">{what}</b>
          {proven === false ? ', not proven' : ''}: {sentence}
        </li>
      ))}
    </ul>
  );
  return receipt.recomputes ? (
    <Note tone="ok" icon={CircleCheck} title="Verified: recalculated from the snapshots just now.">
      The result is again {formatUsdExact(receipt.earnedMicros)}.{links}
    </Note>
  ) : (
    <Note tone="error" icon={TriangleAlert} title="We couldn’t recalculate this receipt.">
      The stored counts don’t add up to the amount we recorded. Please contact support so we can check it.
      {links}
    </Note>
  );
}

const states: Record<Receipt['accruals'][number]['state'], { tone: Tone; word: string }> = {
  pending: { tone: 'blue', word: 'Pending' },
  released: { tone: 'green', word: 'Released' },
  reversed: { tone: 'red', word: 'Taken back before release' },
  taken_back: { tone: 'red', word: 'Taken back: views not real' },
};

/** Shows when a step was or will be released. */
function When({ step }: { step: Receipt['accruals'][number] }) {
  const text =
    step.state === 'pending'
      ? step.releaseBy
        ? `released by ${fullMoment(step.releaseBy)}`
        : 'released once it is decided'
      : step.state === 'released' && step.releasedAt && fullMoment(step.releasedAt);
  return text ? <span className="text-muted text-sm">{text}</span> : null;
}

/** Lists the settlements. Each pays only the views that were counted since the previous one. */
export function Accruals({ accruals }: { accruals: Receipt['accruals'] }) {
  return (
    <Panel
      title="Settlements"
      flush
      action={<span className="text-muted text-sm">Each pays new views only</span>}
    >
      {accruals.length === 0 ? (
        <EmptyState title="Nothing settled yet">
          We settle views once the clip is approved and we have read its count.
        </EmptyState>
      ) : (
        <Table
          caption="Settlements"
          rows={accruals}
          rowKey={(row) => `${row.viewsFrom}-${row.accruedAt.getTime()}`}
          columns={[
            { header: 'Settled', phone: 'title', cell: (row) => <MomentText at={row.accruedAt} /> },
            { header: 'Views', align: 'right', cell: (row) => formatCount(row.viewsTo) },
            { header: 'New', align: 'right', cell: (row) => `+${formatCount(row.viewsTo - row.viewsFrom)}` },
            {
              header: 'Amount',
              align: 'right',
              phone: 'amount',
              cell: (row) => <b className="font-semibold">{formatUsdExact(row.amountMicros)}</b>,
            },
            {
              header: 'Status',
              phone: 'status',
              cell: (row) => (
                <span className="flex flex-wrap items-center gap-2 @max-4xl:justify-end">
                  <Badge tone={states[row.state].tone} icon={null}>
                    {states[row.state].word}
                  </Badge>
                  <When step={row} />
                  {row.payouts.map(({ id, amountMicros, paidAt }) => (
                    <span key={id} className="text-muted text-sm">
                      {formatUsdExact(amountMicros)}{' '}
                      {paidAt ? (
                        <>
                          paid out <MomentText at={paidAt} full />
                        </>
                      ) : (
                        'on its way'
                      )}
                      , payout <span className="mono">{id.slice(-8)}</span>
                    </span>
                  ))}
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
