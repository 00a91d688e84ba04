import { sum } from '../money.ts';

/** What the outside did and the platform bears, with the signs of the trial balance: money that came in is negative. */
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
  /** Went back, or is on its way back. */
  refunded: bigint;
  refundOpen: { amount: bigint; state: 'requested' | 'refunding' } | null;
  /** What a bank took back: from the balance, and what was a loss. */
  taken: { fromHost: bigint; loss: bigint } | null;
  /** A lost dispute or a warning that no admin has looked at. */
  isLiftable?: boolean;
}

export interface HostBook {
  id: string;
  balance: bigint;
  frozen: boolean;
  /** Its account holds nothing any more: what still arrives has no owner. */
  closed: boolean;
}

export interface ListingBook {
  id: string;
  hostId: string;
  title: string;
  state: 'active' | 'paused' | 'ended' | 'settled' | 'removed';
  /** When it came to its state. */
  changedAt: Date;
  /** Why it takes no clips; null while it does, or for good. */
  pausedBy: 'host' | 'exhausted' | 'banned' | 'disputed' | null;
  terms: Terms;
  postedAt: Date;
  endsAt: Date | null;
  funded: bigint;
  free: bigint;
  returned: bigint;
  /** Removed for payment fraud: what is left stays. */
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
  /** null: all from there on. */
  to: number | null;
  /** Tells it from an earlier one. */
  openedAt: string;
  state: 'open' | 'escalated' | 'released' | 'upheld';
}

export interface ClipBook {
  id: string;
  listingId: string;
  clipperId: string;
  platform: 'tiktok' | 'instagram';
  terms: Terms;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  submittedAt: Date;
  /** When somebody last decided on it. */
  changedAt: Date;
  approvedAt: Date | null;
  windowEnd: Date | null;
  snapshots: Snapshot[];
  /** What was counted of its post in an earlier submission: the history stays with the post. */
  earlier: Snapshot[];
  /** Ranges of the counter that are not paid, by the moment at which they were questioned. */
  excluded: Map<string, { from: number; to: number }>;
  hold: Hold | null;
  /** What the score says of it, which decides when pending money may go. */
  needsReview: boolean;
  /** Why its host rejected it; null while nobody did. */
  rejectedFor: string | null;
  /** An open appeal against its rejection. */
  appealed: boolean;
  /** The minimum of its terms was reached once. */
  reached: boolean;
  /** So many views were excluded when it was reached by views that somebody contested. */
  reachedBut: number | null;
  /** Counted no further: removed listing, fraud upheld in whole, window over and rechecked. */
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
  /** Where it goes, as it was when the payout was asked for. */
  address: string;
}

export interface ClipperBook {
  id: string;
  available: bigint;
  /** A debt, as a positive amount. */
  owed: bigint;
  writtenOff: bigint;
  /** Views of theirs were found bought. */
  hadFraud: boolean;
  closed: boolean;
  address: string;
  /** A new address waits a day before anything leaves. */
  addressUsableAt: Date;
}

/** All money there is, as the founders' documents say it moves. */
export interface Books {
  hosts: Map<string, HostBook>;
  deposits: Map<string, DepositBook>;
  listings: Map<string, ListingBook>;
  clips: Map<string, ClipBook>;
  clippers: Map<string, ClipperBook>;
  payouts: Map<string, PayoutBook>;
  outside: Record<OutsideKind, bigint>;
}

export const emptyBooks = (): Books => ({
  hosts: new Map(),
  deposits: new Map(),
  listings: new Map(),
  clips: new Map(),
  clippers: new Map(),
  payouts: new Map(),
  outside: Object.fromEntries(outsideKinds.map((kind) => [kind, 0n])) as Record<OutsideKind, bigint>,
});

/** Ten micro-dollars a view for each cent per thousand. */
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

/** While a bank has not decided, nobody earns from that host's listings. */
export const isFrozen = (books: Books, { listingId }: ClipBook): boolean => {
  const { hostId } = books.listings.get(listingId)!;
  return [...books.deposits.values()].some((one) => one.hostId === hostId && one.state === 'disputed');
};

/** The model's own trial balance, which must be zero whatever happens. */
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
