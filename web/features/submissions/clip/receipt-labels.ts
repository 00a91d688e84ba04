import type { Clip } from '#contract/clips.ts';
import { fullMoment } from '#contract/dates.ts';
import type { Receipt } from '#contract/earnings.ts';
import { formatRate, formatUsd, formatUsdExact, micros, microsPerView } from '#contract/money.ts';
import { platforms } from '#contract/platforms.ts';
import { formatCount } from '#web/ui/count.ts';

export interface ReceiptStep {
  /** The link of the receipt's chain (Counted, Checked, ...) that this line starts. */
  chain?: 'Counted' | 'Checked' | 'Eligible' | 'Priced';
  operator: '' | '−' | '=' | '×' | '≤';
  label: string;
  figure: string;
  detail: string;
  tone?: 'amber';
}

/** The arithmetic of a clip, line by line, from the platform's count to the price. */
export function receiptSteps(receipt: Receipt): ReceiptStep[] {
  const steps = [counted(receipt), checked(receipt), eligible(receipt), priced(receipt), capped(receipt)];
  return receipt.budgetSpent ? [...steps, budgetSpent(receipt.budgetSpent)] : steps;
}

function counted({ countedViews, countLevel, snapshots, platform }: Receipt): ReceiptStep {
  const last = snapshots.at(-1);
  const from = countLevel === 'attested' ? 'from screenshots' : `read at ${platforms[platform].name}`;
  return {
    chain: 'Counted',
    operator: '',
    label:
      countLevel === 'attested'
        ? 'Attested views, from screenshots that two reviewers confirmed'
        : 'Views counted by the platform',
    figure: formatCount(countedViews),
    detail: last
      ? `${formatCount(snapshots.length)} ${snapshots.length === 1 ? 'snapshot' : 'snapshots'} ${from}, the last on ${fullMoment(last.fetchedAt)}.`
      : countLevel === 'attested'
        ? 'No screenshot has been confirmed yet.'
        : 'No snapshot is kept any more, or none was taken yet.',
  };
}

function checked({ excludedViews, verdict }: Receipt): ReceiptStep {
  return {
    chain: 'Checked',
    operator: '−',
    label: excludedViews > 0 ? 'Views contested or excluded' : 'No views excluded',
    figure: formatCount(excludedViews),
    detail:
      verdict.fraudHoldState === 'upheld' ? 'A hold was upheld: its views are not paid.' : verdict.summary,
    ...(excludedViews > 0 ? { tone: 'amber' as const } : {}),
  };
}

/** Once views were paid, the minimum is reached for good, also while some of them are contested. */
const isMinimumReached = (receipt: Receipt): boolean =>
  countingViews(receipt) >= receipt.minViews || receipt.paidViews > 0;

/** The eligible views that earn. */
const countingViews = ({ eligibleViews, byFigures }: Receipt): number =>
  byFigures?.countingViews ?? eligibleViews;

function eligible(receipt: Receipt): ReceiptStep {
  const { eligibleViews, minViews } = receipt;
  const minimum = formatCount(minViews);
  let detail = 'The listing has no minimum: every view counts from the first.';
  if (minViews > 0) {
    detail = isMinimumReached(receipt)
      ? `The listing's minimum of ${minimum} views is reached, so every view counts from the first.`
      : `The listing's minimum of ${minimum} views is not reached yet, so nothing is earned so far.`;
  }
  return {
    chain: 'Eligible',
    operator: '=',
    label: 'Eligible views',
    figure: formatCount(eligibleViews),
    detail,
  };
}

function priced({ listingVersion, rateCentsPerMille, submittedAt }: Receipt): ReceiptStep {
  const perView = formatUsdExact(microsPerView(rateCentsPerMille));
  return {
    chain: 'Priced',
    operator: '×',
    label: `Rate, version ${listingVersion}`,
    figure: formatRate(rateCentsPerMille),
    detail: `Per 1,000 views, fixed when the clip was submitted on ${fullMoment(submittedAt)}. One view is ${perView}, so nothing is rounded.`,
  };
}

function capped({ maxPayoutMicros, earnedMicros, rateCentsPerMille, countLevel }: Receipt): ReceiptStep {
  if (maxPayoutMicros === null) {
    return {
      operator: '≤',
      label: 'Maximum per clip',
      figure: 'None',
      detail: 'This listing sets no maximum.',
    };
  }
  const left = micros(maxPayoutMicros - earnedMicros);
  const perView = microsPerView(rateCentsPerMille);
  return {
    operator: '≤',
    label: countLevel === 'attested' ? 'Maximum per attested clip' : 'Maximum per clip',
    figure: formatUsd(maxPayoutMicros),
    detail:
      left < perView
        ? `Reached at ${formatCount(Number(maxPayoutMicros / perView))} views. Further views are counted but not paid.`
        : `Not reached. ${formatUsdExact(left)} left.`,
  };
}

function budgetSpent({ since, views, amountMicros }: NonNullable<Receipt['budgetSpent']>): ReceiptStep {
  return {
    operator: '−',
    label: 'Budget spent: views not paid',
    figure: formatCount(views),
    detail: `Since ${fullMoment(since)} the listing’s budget can’t pay all views: ${formatUsdExact(amountMicros)} is not paid. Once there is budget again, clips are paid in the order of their approval.`,
    tone: 'amber',
  };
}

export interface MoneyLimit {
  name: string;
  sentence: string;
  /** It keeps the clip from earning more now. */
  isReached: boolean;
}

/** What decides how much a clip earns: its rate, minimum and maximum, the budget, what is contested. */
export function moneyLimits(clip: Clip): MoneyLimit[] {
  const { maxPayoutMicros, minViews, budgetSpent: spent } = clip;
  return [
    {
      name: 'Rate',
      sentence: `${formatRate(clip.rateCentsPerMille)} per 1,000 views, fixed when the clip was submitted.`,
      isReached: false,
    },
    ...(minViews > 0
      ? [{ name: 'Minimum', sentence: eligible(clip).detail, isReached: !isMinimumReached(clip) }]
      : []),
    ...(maxPayoutMicros === null
      ? []
      : [
          {
            name: 'Maximum',
            sentence: `${formatUsd(maxPayoutMicros)} for this clip. ${capped(clip).detail}`,
            isReached: maxPayoutMicros - clip.earnedMicros < microsPerView(clip.rateCentsPerMille),
          },
        ]),
    ...(clip.paidViews > countingViews(clip)
      ? [
          {
            name: 'Paid before',
            sentence: `${formatCount(clip.paidViews)} views were paid before some of them were contested or fell away. What was released stays.`,
            isReached: false,
          },
        ]
      : []),
    ...(spent ? [{ name: 'Budget', sentence: budgetSpent(spent).detail, isReached: true }] : []),
    ...(clip.contestedMicros > 0n || clip.isFrozen
      ? [
          {
            name: 'Contested',
            sentence: `${formatUsdExact(clip.contestedMicros)}. ${contestedText(clip)}`,
            isReached: true,
          },
        ]
      : []),
  ];
}

export function contestedText({ isFrozen, contestedMicros, status, excludedViews }: Receipt): string {
  if (isFrozen) {
    return 'A bank questions a payment of the host. What is not released waits until it has decided, and is paid as far as the money stays.';
  }
  if (contestedMicros > 0n)
    return `On top of the above, if ${status === 'rejected' ? 'the appeal is granted' : 'it is released'}.`;
  return status === 'pending' && excludedViews > 0 ? 'Nothing was earned yet.' : 'Nothing is contested.';
}

export const approvedHowNames: Record<string, string> = {
  host: 'by the host',
  automatically: 'automatically',
  admin: 'by a reviewer',
  appeal: 'on appeal',
};
