import type { ReactNode } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { earnedSoFar } from '#contract/earnings/earned.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import { formatUsdExact, microsPerView } from '#contract/money.ts';
import { cx } from '#web/ui/cx.ts';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { contestedText, type ReceiptStep, receiptSteps } from './receipt-labels.ts';

const line =
  'grid grid-cols-[2.125rem_minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-line border-b px-6 py-4.25 ' +
  'max-md:grid-cols-[1.25rem_minmax(0,1fr)_auto] max-md:gap-x-2.5 max-md:px-4 max-md:py-3.5';
const sign = 'text-center font-display font-semibold font-stretch-62% text-figure text-faint leading-none';

/**
 * Shows the computation from the snapshots to the cents. Each line has one operation, and the last line is
 * the total.
 */
export function ReceiptSlip({ clip }: { clip: Clip }) {
  const steps = receiptSteps(clip);
  const perView = formatUsdExact(microsPerView(clip.rateCentsPerMille));
  let link = 0;
  return (
    <section
      aria-label="How the amount is made"
      className="overflow-hidden rounded-panel border border-line bg-raised dark:bg-surface"
    >
      <ol>
        {steps.map((step) => {
          if (step.chain) link += 1;
          return <Step key={step.label} step={step} at={link} />;
        })}
      </ol>
      <div className={cx(line, 'border-well-line! bg-well text-well-ink dark:bg-raised')}>
        <span aria-hidden="true" className={cx(sign, 'text-well-muted!')}>
          =
        </span>
        <b className="font-semibold text-md">Earned so far</b>
        <span className="num text-right text-3xl text-signal max-md:text-2xl">
          {formatUsdExact(clip.earnedMicros)}
        </span>
        <p className="col-start-2 text-sm text-well-muted max-md:col-end-4">
          {earnedSoFar(clip)} Platform fee $0.00. The clipper keeps 100%.
        </p>
        <p className="text-right text-sm text-well-muted max-md:col-span-2 max-md:col-start-2 max-md:text-left">
          {formatCount(clip.paidViews)} × {perView}
        </p>
      </div>
      <Whereabouts receipt={clip} />
    </section>
  );
}

function Step({ step, at }: { step: ReceiptStep; at: number }) {
  return (
    <li className={line}>
      <span aria-hidden="true" className={sign}>
        {step.operator}
      </span>
      <span>
        {step.chain ? (
          <span className="label mb-0.5 block">
            {at}. {step.chain}
          </span>
        ) : null}
        <b className={cx('font-semibold text-md', step.tone === 'amber' && 'text-amber')}>{step.label}</b>
      </span>
      <span className={cx('num text-right text-2xl max-md:text-xl', step.tone === 'amber' && 'text-amber')}>
        {step.figure}
      </span>
      <p className="col-start-2 text-muted text-sm max-md:col-end-4">{step.detail}</p>
    </li>
  );
}

function Whereabouts({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="-mr-px -mb-px grid grid-cols-4 max-lg:grid-cols-2 max-sm:grid-cols-1">
      <Place tone="blue" name="Pending" amount={receipt.pendingMicros}>
        {pendingPlace(receipt)}
      </Place>
      <Place tone="green" name="Released" amount={receipt.releasedMicros}>
        Cleared: available, on its way, paid out or used for a debt.
      </Place>
      <Place tone="yellow" name="Contested" amount={receipt.contestedMicros}>
        {contestedText(receipt)}
      </Place>
      <Place tone="grey" name="Paid out" amount={receipt.paidOutMicros}>
        Sent in payouts.
      </Place>
      {receipt.takenBackMicros > 0n ? (
        <Place tone="red" name="Taken back" amount={receipt.takenBackMicros}>
          Released before, for views that were found not to be real. Not in the figures above.
        </Place>
      ) : null}
    </dl>
  );
}

/** Shows until when all pending earnings are released. */
function pendingPlace({ accruals, isFrozen }: Receipt): ReactNode {
  const due = accruals.filter((step) => step.state === 'pending').map((step) => step.releaseBy);
  if (due.length === 0) return 'Nothing is pending.';
  const last = due.reduce((latest, at) => (latest && at ? (latest > at ? latest : at) : null));
  return last ? (
    <>
      Released by <MomentText at={last} />.
    </>
  ) : (
    `Released once ${isFrozen ? 'the host’s bank' : 'a reviewer'} has decided.`
  );
}

interface PlaceProps {
  tone: Tone;
  name: string;
  amount: Receipt['pendingMicros'];
  children: ReactNode;
}

function Place({ tone, name, amount, children }: PlaceProps) {
  return (
    <div className="flex flex-col gap-2 border-line border-r border-b px-6 py-4.25 max-md:px-4">
      <dt>
        <Badge tone={tone} icon={null}>
          {name}
        </Badge>
      </dt>
      <dd className="flex flex-col gap-1.5">
        <span className="num text-figure">{formatUsdExact(amount)}</span>
        <span className="text-muted text-sm">{children}</span>
      </dd>
    </div>
  );
}
