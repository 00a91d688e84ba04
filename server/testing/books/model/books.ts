import { sum } from '../money.ts';

/** Accounts outside the users' balances, signed as in the trial balance: incoming money is negative. */
export const outsideKinds = [
  'clearing_test',
  'clearing_bank',
  'clearing_stripe',
  'clearing_paypal',
  'clearing_manual',
  'platform_processor_fees',
  'platform_loss',
  'platform_rounding',
  'platform_suspense',
] as const;
export type OutsideKind = (typeof outsideKinds)[number];

export interface Terms {
  rateCents: number;
  minViews: number;
  maxPayout: bigint | null;
  trackingDays: number;
  decisionHours: number;
  reserved: boolean;
}

export interface DepositBook {
  id: string;
  hostId: string;
  rail: 'test' | 'bank' | 'stripe';
  amount: bigint;
  confirmedAt: Date | null;
  state: 'created' | 'confirmed' | 'failed' | 'disputed' | 'charged_back';
  /** Names the card or bank account that paid; null on other rails. */
  card: string | null;
  /** Whether the payer's bank returns each refund a day later. */
  refundsFail: boolean;
  /** When a bank questioned the deposit while it was seasoning; null if no earnings wait for that. */
  questionedAt: Date | null;
  /** The sum that is refunded, or requested as a refund. */
  refunded: bigint;
  refundOpen: { amount: bigint; state: 'requested' | 'refunding' } | null;
  /** The amounts that a bank withdrew: one covered by the balance, and one booked as a loss. */
  taken: { fromHost: bigint; loss: bigint } | null;
  /** Whether there is a lost dispute or a fraud warning that no admin has reviewed. */
  isLiftable?: boolean;
}

export interface HostBook {
  id: string;
  balance: bigint;
  frozen: boolean;
  /** Whether the account is closed. Money that still arrives for it goes to suspense. */
  closed: boolean;
}

export interface ListingBook {
  id: string;
  hostId: string;
  title: string;
  state: 'active' | 'paused' | 'ended' | 'settled' | 'removed';
  /** When the listing entered its state. */
  changedAt: Date;
  /** Why the listing is paused; null while it is open, and after its end. */
  pausedBy: 'host' | 'exhausted' | 'banned' | 'disputed' | null;
  terms: Terms;
  postedAt: Date;
  endsAt: Date | null;
  funded: bigint;
  free: bigint;
  returned: bigint;
  /** Whether the listing was removed for payment fraud, so that its remainder stays frozen. */
  remainderFrozen: boolean;
}

export interface Step {
  views: number;
  amount: bigint;
  at: Date;
  due: Date;
  state: 'pending' | 'released' | 'reversed' | 'taken_back';
  releasedAt: Date | null;
}

export interface Snapshot {
  at: Date;
  views: number;
}

export interface Hold {
  from: number;
  /** The upper end of the held views; null without one. */
  to: number | null;
  /** The hold's number among the clip's holds, from the first one. */
  nth: number;
  state: 'open' | 'escalated' | 'released' | 'upheld';
  /** The highest score of the clip while the hold was open. */
  score: number;
}

export interface Verdict {
  band: 'clean' | 'needs_review' | 'hold' | 'not_enough_data';
  /** The fraud score, from 0 to 100; null without enough data. */
  score: number | null;
}

export interface ClipBook {
  id: string;
  listingId: string;
  clipperId: string;
  platform: 'tiktok' | 'instagram';
  terms: Terms;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  submittedAt: Date;
  /** The time of the last decision. */
  changedAt: Date;
  approvedAt: Date | null;
  windowEnd: Date | null;
  snapshots: Snapshot[];
  /** Counts of the same post from an earlier submission, because counts belong to the post. */
  earlier: Snapshot[];
  /** Unpaid ranges of the view counter, each by the number of its hold. */
  excluded: Map<number, { from: number; to: number }>;
  /** The open hold, or the one that was decided last; null without one. */
  hold: Hold | null;
  verdict: Verdict;
  /** The score with which a person released held views, or upheld a hold; null if nobody did. */
  clearedScore: number | null;
  upheldScore: number | null;
  /** The host's reason for the rejection; null if the clip is not rejected. */
  rejectedFor: string | null;
  /** Whether the clipper has appealed the rejection and no decision is made yet. */
  appealed: boolean;
  /** Whether the clip waits for budget, because the free budget can't pay its next view. */
  isSpent: boolean;
  /** Whether the clip has reached the minimum views of its terms. */
  reached: boolean;
  /** The number of excluded views when contested views reached the minimum; null if they never did. */
  reachedBut: number | null;
  /**
   * When counting stopped, because the listing was removed, fraud was upheld on the whole clip, or the final
   * recheck is done.
   */
  stoppedAt: Date | null;
  finished: boolean;
  reserved: bigint;
  steps: Step[];
}

export interface PayoutBook {
  id: string;
  clipperId: string;
  amount: bigint;
  cause: 'withdrawal' | 'weekly' | 'closing';
  rail: 'manual' | 'paypal';
  state: 'requested' | 'processing' | 'paid' | 'failed' | 'canceled' | 'returned';
  paidAt: Date | null;
  /** The payout address at the time of the request. */
  address: string;
  /** The state that somebody gave to the payment at PayPal; null if PayPal follows the address. */
  steered: string | null;
}

export interface ClipperBook {
  id: string;
  available: bigint;
  /** The person's debt, as a positive amount. */
  owed: bigint;
  writtenOff: bigint;
  /** Whether fraud was upheld on views of this clipper. */
  hadFraud: boolean;
  closed: boolean;
  address: string;
  /** When payouts to the present address may start, a day after it was set. */
  addressUsableAt: Date;
}

/** The model of all balances, written from the specification alone. */
export interface Books {
  hosts: Map<string, HostBook>;
  deposits: Map<string, DepositBook>;
  listings: Map<string, ListingBook>;
  clips: Map<string, ClipBook>;
  clippers: Map<string, ClipperBook>;
  payouts: Map<string, PayoutBook>;
  outside: Record<OutsideKind, bigint>;
  /** The part of the suspense that belongs to closed accounts, by person. */
  keptFor: Map<string, bigint>;
}

export const emptyBooks = (): Books => ({
  hosts: new Map(),
  deposits: new Map(),
  listings: new Map(),
  clips: new Map(),
  clippers: new Map(),
  payouts: new Map(),
  outside: Object.fromEntries(outsideKinds.map((kind) => [kind, 0n])) as Record<OutsideKind, bigint>,
  keptFor: new Map(),
});

/** Returns the rate per view: one cent per thousand views is ten micro-dollars per view. */
export const perView = ({ rateCents }: Terms): bigint => BigInt(rateCents) * 10n;

export const clipsOf = (books: Books, listingId: string): ClipBook[] =>
  [...books.clips.values()].filter((clip) => clip.listingId === listingId);

const stepsIn = (clip: ClipBook, states: Step['state'][]): Step[] =>
  clip.steps.filter(({ state }) => states.includes(state));

export const pendingOf = (clip: ClipBook): bigint =>
  sum(stepsIn(clip, ['pending']).map(({ amount }) => amount));
export const earnedOf = (clip: ClipBook): bigint =>
  sum(stepsIn(clip, ['pending', 'released']).map(({ amount }) => amount));
export const paidViewsOf = (clip: ClipBook): number =>
  stepsIn(clip, ['pending', 'released']).reduce((views, step) => views + step.views, 0);

export const onItsWay = (books: Books, clipperId: string): bigint =>
  sum(
    [...books.payouts.values()]
      .filter(
        (one) => one.clipperId === clipperId && (one.state === 'requested' || one.state === 'processing'),
      )
      .map(({ amount }) => amount),
  );

export const paidOut = (books: Books, clipperId: string): bigint =>
  sum(
    [...books.payouts.values()]
      .filter((one) => one.clipperId === clipperId && one.state === 'paid')
      .map(({ amount }) => amount),
  );

/** Whether a dispute of the host is open, so that the listing pays no new earnings. */
export const isFrozen = (books: Books, { listingId }: ClipBook): boolean => {
  const { hostId } = books.listings.get(listingId)!;
  return [...books.deposits.values()].some((one) => one.hostId === hostId && one.state === 'disputed');
};

/** Whether a fraud hold of the clip is undecided. */
export const isHeld = ({ hold }: ClipBook): boolean => hold?.state === 'open' || hold?.state === 'escalated';

/** Returns the sum of the model's trial balance, which is always zero. */
export function difference(books: Books): bigint {
  const clips = [...books.clips.values()];
  return sum([
    ...Object.values(books.outside),
    ...[...books.hosts.values()].map(({ balance }) => balance),
    ...[...books.listings.values()].map(({ free }) => free),
    ...clips.map(({ reserved }) => reserved),
    ...clips.map(pendingOf),
    ...[...books.clippers.values()].map(({ available, owed }) => available - owed),
    ...[...books.clippers.keys()].map((id) => onItsWay(books, id)),
  ]);
}
