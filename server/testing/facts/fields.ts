import { cell, dollars } from './statements.ts';

/** Which field of a row states which fact, where several replies have the same row; then the headers of their files. */

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
  countedBy: cell('Counted by'),
  status: cell('Status'),
  submitted: cell('Date'),
  earned: dollars('Payout (USD)'),
};
export const receipt = {
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
  budgetSpent: ({ budgetSpent }: { budgetSpent: { since: string } | null }) => budgetSpent?.since ?? null,
  recomputes: 'recomputes',
  score: 'verdict.score',
  band: 'verdict.band',
};
/** A clip's page: its receipt, and what its row says. */
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
const isOpen = ({ state }: Hold) => state === 'open' || state === 'escalated';
/** The stations of a clip's way on its page; of the decision only an approval is stated elsewhere. */
export const clipSteps = {
  submitted: 'steps.0.at',
  approved: ({ status, steps }: { status: string; steps: { at: string }[] }) =>
    status === 'approved' ? steps[2]!.at : null,
  pendingMoney: 'steps.3.amountMicros',
  released: 'steps.4.amountMicros',
  paidOut: 'steps.5.amountMicros',
};
export const receiptFile = {
  submitted: (lines: Record<string, string>[]) => line(lines, 'Clip').At,
  status: (lines: Record<string, string>[]) => line(lines, 'Clip').State,
  views: (lines: Record<string, string>[]) => line(lines, 'Counted')['Views to'],
  earned: (lines: Record<string, string>[]) => dollars('Amount (USD)')(line(lines, 'Earned')),
};
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
