import { cell, dollars } from './statements.ts';

/**
 * Maps facts to the fields that state them, for rows that several replies share. The `…File` maps name the
 * columns of the CSV exports.
 */

export const clipRow = {
  listing: 'listingId',
  title: 'listingTitle',
  platform: 'platform',
  url: 'url',
  reported: 'reportedViews',
  views: 'views',
  countedBy: 'countLevel',
  rate: 'rateCentsPerMille',
  status: 'status',
  submitted: 'submittedAt',
  decideBy: 'decideBy',
  earned: 'payoutMicros',
  worth: 'worthMicros',
  budgetSpent: 'budgetSpentAt',
  verified: 'verifiedViews',
  nextWhat: 'next.what',
  nextBy: 'next.by',
  score: 'verdict.score',
  band: 'verdict.band',
  poster: 'posterUrl',
  appealBy: 'appeal.decideBy',
};
export const clipFile = {
  title: cell('Listing'),
  platform: cell('Platform'),
  url: cell('Clip link'),
  reported: cell('Reported views'),
  views: cell('Views'),
  verified: cell('Verified views'),
  score: cell('Score'),
  band: cell('Band'),
  countedBy: cell('Counted by'),
  status: cell('Status'),
  submitted: cell('Date'),
  earned: dollars('Payout (USD)'),
};
interface Receipt {
  countedViews: number;
  eligibleViews: number;
  excludedViews: number;
  contestedViews: number;
  byFigures: { countingViews: number } | null;
  accruals: { state: string; releaseBy: string | null }[];
  budgetSpent: { since: string; amountMicros: string } | null;
}

/** Returns when the last pending accrual is released; null while a person must decide first. */
function pendingBy({ accruals }: Receipt): string | null {
  const dates = accruals.filter(({ state }) => state === 'pending').map(({ releaseBy }) => releaseBy);
  return dates.includes(null) ? null : (dates.toSorted().at(-1) ?? null);
}

export const receipt = {
  verified: ({ byFigures, eligibleViews }: Receipt) => byFigures?.countingViews ?? eligibleViews,
  contested: 'contestedMicros',
  contestedReserved: 'contestedReservedMicros',
  pendingBy,
  unpaid: ({ budgetSpent }: Receipt) => budgetSpent?.amountMicros ?? '0',
  listing: 'listingId',
  title: 'listingTitle',
  clipper: 'clipperUsername',
  host: 'hostUsername',
  trackingUntil: 'trackingUntil',
  pendingMoney: 'pendingMicros',
  released: 'releasedMicros',
  paidOut: 'paidOutMicros',
  platform: 'platform',
  url: 'url',
  views: 'countedViews',
  countedBy: 'countLevel',
  rate: 'rateCentsPerMille',
  status: 'status',
  submitted: 'submittedAt',
  approved: 'approvedAt',
  earned: 'earnedMicros',
  budgetSpent: ({ budgetSpent }: Receipt) => budgetSpent?.since ?? null,
  recomputes: 'recomputes',
  score: 'verdict.score',
  band: 'verdict.band',
};
/** Facts that are sums of a receipt's parts. */
export const receiptSums = {
  views: ({ excludedViews, contestedViews, eligibleViews }: Receipt) =>
    excludedViews + contestedViews + eligibleViews,
  earned: ({ pendingMicros, releasedMicros }: { pendingMicros: string; releasedMicros: string }) =>
    String(BigInt(pendingMicros) + BigInt(releasedMicros)),
};
/** Facts on a clip's page: its receipt, and the fields of the clip's row. */
export const clipPage = {
  ...receipt,
  reported: 'reportedViews',
  decideBy: 'decideBy',
  worth: 'worthMicros',
  nextWhat: 'next.what',
  nextBy: 'next.by',
  poster: 'posterUrl',
  appealBy: 'appeals.0.decideBy',
  match: 'match.state',
  lengthDiffers: 'match.lengthDiffers',
  holdBy: ({ holds }: { holds: Hold[] }) => holds.find(isOpen)?.decideBy,
  holdReason: 'holds.0.reason',
};
interface Hold {
  state: string;
  decideBy: string;
}
/** The contested sums that a clip's page shows in its section on holds and appeals. */
export const clipAtStake = {
  contested: ({ atStake }: { atStake: AtStake | null }) => atStake?.wantedMicros ?? '0',
  contestedReserved: ({ atStake }: { atStake: AtStake | null }) => atStake?.reservedMicros ?? '0',
};
interface AtStake {
  wantedMicros: string;
  reservedMicros: string;
}
const isOpen = ({ state }: Hold) => state === 'open' || state === 'escalated';
/** The steps that a clip's page shows. Other places state only one of the decisions, an approval. */
export const clipSteps = {
  submitted: 'steps.0.at',
  approved: ({ status, steps }: { status: string; steps: Step[] }) =>
    status === 'approved' ? steps[2]!.at : null,
  pendingMoney: amountAt('pending'),
  released: amountAt('released'),
  paidOut: amountAt('paid'),
  unpaid: amountAt('unpaid'),
};
interface Step {
  step: string;
  at: string;
  amountMicros: string;
}
/** Returns the amount at a step; zero when the clip skips the step. */
function amountAt(name: string) {
  return ({ steps }: { steps: Step[] }) => steps.find(({ step }) => step === name)?.amountMicros ?? '0';
}
/** The step that shows an approved clip's contested views. */
export const heldStep = {
  contested: ({
    status,
    steps,
    contestedMicros,
  }: {
    status: string;
    steps: Step[];
    contestedMicros: string;
  }) =>
    status === 'approved'
      ? (steps.find(({ step }) => step === 'held' || step === 'frozen')?.amountMicros ?? '0')
      : contestedMicros,
};
export const receiptFile = {
  submitted: (lines: Record<string, string>[]) => line(lines, 'Clip').At,
  status: (lines: Record<string, string>[]) => line(lines, 'Clip').State,
  views: (lines: Record<string, string>[]) => line(lines, 'Counted')['Views to'],
  earned: amountIn('Earned'),
  pendingMoney: amountIn('Pending'),
  released: amountIn('Released'),
  contested: amountIn('Contested'),
  contestedReserved: amountIn('Contested and reserved'),
  unpaid: amountIn('Budget used up'),
};
function amountIn(name: string) {
  return (lines: Record<string, string>[]) => dollars('Amount (USD)')(line(lines, name) ?? {}) ?? '0';
}
const line = (lines: Record<string, string>[], name: string) => lines.find((row) => row.Line === name)!;

export const budget = (path: string) => ({
  funded: `${path}fundedMicros`,
  free: `${path}freeMicros`,
  reserved: `${path}reservedMicros`,
});
export const clipCounts = { pendingClips: 'pendingClips', approvedClips: 'approvedClips' };
export const listingRow = {
  title: 'title',
  rate: 'rateCentsPerMille',
  posted: 'createdAt',
  lastWeek: 'lastWeekMicros',
};
export const hostRow = { ...listingRow, state: 'state', ...budget('budget.'), spent: 'budget.paidMicros' };

export const payout = {
  id: 'id',
  amount: 'amountMicros',
  state: 'state',
  cause: 'cause',
  requested: 'requestedAt',
  due: 'dueAt',
  finished: 'finishedAt',
};
export const payoutFile = {
  id: cell('Id'),
  amount: dollars('Amount (USD)'),
  state: cell('State'),
  cause: cell('Cause'),
  requested: cell('Requested'),
  due: cell('Due'),
  finished: cell('Finished'),
};
export const deposit = {
  amount: 'amountMicros',
  state: 'state',
  made: 'createdAt',
  confirmed: 'confirmedAt',
  refundAsked: 'refundAskedAt',
};
export const depositFile = {
  amount: dollars('Amount (USD)'),
  state: cell('State'),
  made: cell('Date'),
  confirmed: cell('Confirmed'),
};
