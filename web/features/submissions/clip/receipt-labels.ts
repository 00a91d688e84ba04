import type { Clip } from '#contract/clips/clips.ts';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { fullMoment } from '#contract/dates.ts';
import type { Receipt } from '#contract/earnings/receipts.ts';
import { formatRate, formatUsd, formatUsdExact, micros, microsPerView } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { formatCount } from '#web/ui/texts/count.ts';

export interface ReceiptStep {
  /** Set for the first line of each part of the computation; names the part. */
  chain?: 'Counted' | 'Checked' | 'Eligible' | 'Paid for' | 'Priced';
  operator: '' | '−' | '=' | '×' | '≤';
  label: string;
  figure: string;
  detail: string;
  tone?: 'amber';
}

/** Returns the computation of a clip's earnings line by line, from the platform's count to the price. */
export function receiptSteps(receipt: Receipt): ReceiptStep[] {
  const steps = [
    counted(receipt),
    ...checked(receipt),
    eligible(receipt),
    ...(receipt.byFigures ? [counting(receipt.byFigures)] : []),
    priced(receipt),
    capped(receipt),
  ];
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
        : 'There is no snapshot: none was taken yet, or all were deleted.',
  };
}

/** Returns the lines about views that are not eligible, because they are contested or never paid. */
function checked(receipt: Receipt): ReceiptStep[] {
  const { excludedViews, contestedViews, verdict } = receipt;
  const excluded: Omit<ReceiptStep, 'chain'> = {
    operator: '−',
    label: excludedViews > 0 ? 'Views excluded' : 'No views excluded',
    figure: formatCount(excludedViews),
    detail:
      verdict.fraudHoldState === 'upheld' ? 'A hold was upheld: its views are not paid.' : verdict.summary,
    ...(excludedViews > 0 ? { tone: 'amber' as const } : {}),
  };
  if (contestedViews === 0) return [{ ...excluded, chain: 'Checked' }];
  const contested: ReceiptStep = {
    chain: 'Checked',
    operator: '−',
    label: 'Views contested',
    figure: formatCount(contestedViews),
    detail: contestedDetail(receipt),
    tone: 'amber',
  };
  return excludedViews > 0
    ? [contested, { ...excluded, detail: 'By a decision, or counted after the window. They are never paid.' }]
    : [contested];
}

/**
 * Whether the clip has the minimum number of views. Once views were paid, it has, even if some of them are
 * contested later.
 */
const isMinimumReached = (receipt: Receipt): boolean =>
  countingViews(receipt) >= receipt.minViews || receipt.paidViews > 0;

/** Returns how many of the eligible views earn. */
const countingViews = ({ eligibleViews, byFigures }: Receipt): number =>
  byFigures?.countingViews ?? eligibleViews;

function eligible(receipt: Receipt): ReceiptStep {
  const { eligibleViews, minViews, byFigures } = receipt;
  const minimum = formatCount(minViews);
  let detail = byFigures
    ? 'The listing may not pay for all of these; the next line has those that it pays for.'
    : 'The listing has no minimum: every view counts from the first.';
  if (minViews > 0) {
    detail = isMinimumReached(receipt)
      ? `The listing's minimum of ${minimum} views is reached, so every view${byFigures ? ' that it pays for' : ''} counts from the first.`
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

/**
 * Returns the line with the eligible views that the listing pays for. They include only days whose figures
 * have arrived.
 */
function counting({ stretches, countingViews, ...terms }: NonNullable<Receipt['byFigures']>): ReceiptStep {
  const last = stretches.at(-1);
  const named = paidViewsText(terms).replace(/^./, (letter) => letter.toUpperCase());
  return {
    chain: 'Paid for',
    operator: '≤',
    label: terms.countedViews === 'all' ? named.replace('Verified views', 'Views') : named,
    figure: formatCount(countingViews),
    detail: last
      ? `The platform’s figures reach to ${fullMoment(last.toAt)} and cover the first ${formatCount(last.viewsTo)} views of the count. Later views are paid once their figures arrive, two to three days late.`
      : 'The platform’s figures for the first day arrive two to three days after it. Until then nothing is earned.',
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
    label: 'Budget used up: views not paid',
    figure: formatCount(views),
    detail: `Since ${fullMoment(since)} the listing’s budget is used up: ${formatUsdExact(amountMicros)} is not paid. Once there is budget again, clips are paid in the order of their approval.`,
    tone: 'amber',
  };
}

export interface MoneyLimit {
  name: string;
  sentence: string;
  /** True if this limit currently applies to the clip's earnings. */
  isReached: boolean;
}

/** Returns the limits of a clip's earnings: rate, minimum and maximum, budget, contested views. */
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
    ...(clip.byFigures
      ? [
          {
            name: 'Paid for',
            sentence: `${formatCount(clip.byFigures.countingViews)} ${paidViewsText(clip.byFigures)}. ${counting(clip.byFigures).detail}`,
            isReached: clip.byFigures.countingViews < clip.eligibleViews,
          },
        ]
      : []),
    ...(clip.paidViews > countingViews(clip)
      ? [
          {
            name: 'Paid before',
            sentence: `${formatCount(clip.paidViews)} views were paid before some of them were contested or fell away. Released earnings stay.`,
            isReached: false,
          },
        ]
      : []),
    ...(spent ? [{ name: 'Budget', sentence: budgetSpent(spent).detail, isReached: true }] : []),
    ...(clip.contestedViews > 0 || clip.contestedMicros > 0n || clip.isFrozen
      ? [
          {
            name: 'Contested',
            sentence: [
              clip.contestedMicros > 0n ? `${formatUsdExact(clip.contestedMicros)}. ` : '',
              contestedText(clip, clip.atStake?.isShort),
            ].join(''),
            isReached: true,
          },
        ]
      : []),
  ];
}

/**
 * Describes what will happen to contested views, and whether budget is reserved for their earnings. `isShort` is
 * false if the budget covers what is not reserved yet.
 */
export function contestedText(receipt: Receipt, isShort = true): string {
  const { isFrozen, contestedMicros, contestedViews, status } = receipt;
  if (isFrozen) {
    return 'A bank is reviewing a payment of the host. Earnings that are not released wait for its decision. They are then paid as far as the host keeps the money.';
  }
  const views = contestedViews === 1 ? '1 view' : `${formatCount(contestedViews)} views`;
  if (contestedMicros > 0n)
    return `For ${views}, if ${releaseText(receipt)}. ${reservedText(receipt, isShort)}`;
  if (contestedViews === 0) return 'Nothing is contested.';
  return status === 'pending'
    ? `${views}. Nothing is earned before the clip is approved.`
    : `${views}. They would earn nothing more.`;
}

/** Describes the contested views at a place where the amount is not shown. */
function contestedDetail(receipt: Receipt): string {
  const { contestedMicros, isFrozen } = receipt;
  if (isFrozen || contestedMicros === 0n) return contestedText(receipt);
  return `They earn ${formatUsdExact(contestedMicros)} if ${releaseText(receipt)}. ${reservedText(receipt)}`;
}

const releaseText = ({ status }: Receipt): string =>
  status === 'rejected' ? 'the appeal is granted' : 'they are released';

/**
 * Describes which part of the contested views' earnings is reserved. An amount below the price of one view
 * counts as none.
 */
function reservedText(
  { contestedMicros, contestedReservedMicros, rateCentsPerMille }: Receipt,
  isShort = true,
): string {
  if (contestedReservedMicros >= contestedMicros) return 'It is reserved in the listing’s budget.';
  if (!isShort) return 'The next settlement reserves the rest in the listing’s budget.';
  return contestedReservedMicros < microsPerView(rateCentsPerMille)
    ? 'Nothing of it is reserved: the listing’s budget can’t cover it now.'
    : `${formatUsdExact(contestedReservedMicros)} of it is reserved; the listing’s budget can’t cover more now.`;
}

export const approvedHowNames: Record<string, string> = {
  host: 'by the host',
  automatically: 'automatically',
  admin: 'by a reviewer',
  appeal: 'on appeal',
};
