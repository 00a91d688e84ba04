import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '#server/infra/clock.ts';
import { type ClipStep, takeClipStep } from './actions-clips.ts';
import { type DepositStep, takeDepositStep } from './actions-deposits.ts';
import { type ListingStep, takeListingStep } from './actions-listings.ts';
import { type PayoutStep, takePayoutStep } from './actions-payouts.ts';
import { type Done, nothing } from './done.ts';
import type { MoneyWorld } from './world.ts';

export type Step =
  | { of: 'deposits'; step: DepositStep }
  | { of: 'listings'; step: ListingStep }
  | { of: 'clips'; step: ClipStep }
  | { of: 'payouts'; step: PayoutStep }
  | { of: 'time'; ms: number };

const n = fc.nat({ max: 11 });
const views = fc.integer({ min: 0, max: 12_000 });
const cents = fc.integer({ min: 1_000, max: 6_000 });
const one = <T extends string>(...values: T[]) => fc.constantFrom(...values);
/** Generates one of these options, in proportion to their weights. */
const weigh = <T>(options: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const depositStep: fc.Arbitrary<DepositStep> = weigh<DepositStep>([
  [3, fc.record({ do: one('test-card'), who: n, cents })],
  [
    4,
    fc.record({
      do: one('card'),
      who: n,
      cents,
      method: one(
        '4242424242424242',
        '4242424242424242',
        '4000000000000002',
        '4000000000000259',
        '4000000000005423',
        '4000000000005126',
        'debit',
        'failing debit',
        'left',
      ),
      delivery: one('normal', 'duplicated', 'reordered', 'late', 'lost'),
    }),
  ],
  [
    3,
    fc.record({ do: one('bank'), who: n, cents, comes: one('right', 'other', 'declined', 'late', 'never') }),
  ],
  [4, fc.record({ do: one('refund'), deposit: n })],
  [2, fc.record({ do: one('refund-decision'), how: one('agree', 'decline', 'paid', 'failed') })],
  [1, fc.record({ do: one('refund-at-stripe'), deposit: n, cents: fc.integer({ min: 1, max: 9_000 }) })],
  [2, fc.record({ do: one('dispute'), deposit: n })],
  [2, fc.record({ do: one('close-dispute'), deposit: n, outcome: one('won', 'lost') })],
  [2, fc.record({ do: one('lift'), deposit: n })],
]);

const listingStep: fc.Arbitrary<ListingStep> = weigh<ListingStep>([
  [
    5,
    fc.record({
      do: one('post'),
      who: n,
      cents,
      rate: fc.constantFrom(50, 150, 333, 1_000),
      min: fc.constantFrom(0, 0, 1_000),
      policy: one('open', 'capped', 'reserved'),
      days: fc.constantFrom(1, 7, 30),
    }),
  ],
  [4, fc.record({ do: one('top-up'), listing: n, cents: fc.integer({ min: 100, max: 3_000 }) })],
  [2, fc.record({ do: one('end'), listing: n })],
  [2, fc.record({ do: one('remove'), listing: n, fraud: fc.boolean() })],
  [1, fc.record({ do: one('unfreeze'), listing: n })],
]);

const clipStep: fc.Arbitrary<ClipStep> = weigh<ClipStep>([
  [4, fc.record({ do: one('submit'), listing: n, clipper: n })],
  [4, fc.record({ do: one('decide'), clip: n, how: one('approve', 'approve', 'reject') })],
  [1, fc.record({ do: one('withdraw-clip'), clip: n })],
  [10, fc.record({ do: one('count'), clip: n, views: fc.array(views, { minLength: 1, maxLength: 5 }) })],
  [3, fc.record({ do: one('hold'), clip: n, range: fc.option<[number, number]>(fc.tuple(views, views)) })],
  [3, fc.record({ do: one('decide-hold'), clip: n, how: one('release', 'uphold') })],
  [3, fc.record({ do: one('appeal'), clip: n })],
  [2, fc.record({ do: one('decide-appeal'), how: one('overturn', 'dismiss') })],
  [3, fc.record({ do: one('fraud'), clip: n, to: fc.option<number>(views) })],
]);

/** Null for everything that can be withdrawn, or an amount around the minimum. */
const centsAsked: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 400, max: 6_000 }));
const payoutStep: fc.Arbitrary<PayoutStep> = weigh<PayoutStep>([
  [8, fc.record({ do: one('withdraw'), clipper: n, cents: centsAsked })],
  [2, fc.record({ do: one('cancel'), clipper: n })],
  [2, fc.record({ do: one('by-hand'), clipper: n, how: one('paid', 'failed') })],
  [
    3,
    fc.record({
      do: one('at-paypal'),
      clipper: n,
      state: one('UNCLAIMED', 'ONHOLD', 'FAILED', 'BLOCKED', 'RETURNED', 'REFUNDED', 'REVERSED'),
    }),
  ],
  [1, fc.record({ do: one('take-back'), clipper: n })],
  [2, fc.record({ do: one('paypal'), mode: one('ok', 'ok', 'lost-reply', 'down', 'garbled', 'no-funds') })],
  [
    2,
    fc.record({
      do: one('address'),
      clipper: n,
      word: one('kept', 'unclaimed', 'failed', 'returned', 'pending'),
    }),
  ],
  [1, fc.record({ do: one('write-off'), clipper: n })],
  [1, fc.record({ do: one('close'), who: n })],
  [1, fc.record({ do: one('resend'), clipper: n })],
]);

/** Generates any action that moves money, or time that passes. */
export const anyStep: fc.Arbitrary<Step> = weigh<Step>([
  [4, fc.record({ of: one('deposits'), step: depositStep })],
  [4, fc.record({ of: one('listings'), step: listingStep })],
  [8, fc.record({ of: one('clips'), step: clipStep })],
  [5, fc.record({ of: one('payouts'), step: payoutStep })],
  [
    6,
    fc.record({
      of: one('time'),
      ms: fc.constantFrom(11 * MINUTE, HOUR, 25 * HOUR, 2 * DAY, 4 * DAY, 8 * DAY, 33 * DAY),
    }),
  ],
]);

/**
 * The beginning of each random history: two funded listings with counted clips of everybody. From this state
 * most histories become interesting.
 */
export const beginning: Step[] = [
  {
    of: 'deposits',
    step: { do: 'card', who: 0, cents: 9_000, method: '4242424242424242', delivery: 'normal' },
  },
  { of: 'deposits', step: { do: 'test-card', who: 1, cents: 7_000 } },
  { of: 'listings', step: { do: 'post', who: 0, cents: 4_000, rate: 333, min: 0, policy: 'open', days: 7 } },
  {
    of: 'listings',
    step: { do: 'post', who: 1, cents: 3_500, rate: 1_000, min: 0, policy: 'reserved', days: 7 },
  },
  ...[0, 1, 2, 3].flatMap((clip): Step[] => [
    { of: 'clips', step: { do: 'submit', listing: clip, clipper: clip } },
    { of: 'clips', step: { do: 'decide', clip, how: clip === 3 ? 'reject' : 'approve' } },
  ]),
  { of: 'clips', step: { do: 'count', clip: 0, views: [3_000, 1_200, 2_000] } },
  { of: 'time', ms: 25 * HOUR },
  { of: 'clips', step: { do: 'count', clip: 0, views: [5_000, 1_500, 2_600] } },
];

/** Performs one action as its person does. */
export async function act(w: MoneyWorld, { of, ...rest }: Step): Promise<Done> {
  if ('ms' in rest) {
    w.clock.advance(rest.ms);
    return nothing;
  }
  if (of === 'deposits') return await takeDepositStep(w, rest.step as DepositStep);
  if (of === 'listings') return await takeListingStep(w, rest.step as ListingStep);
  if (of === 'clips') return await takeClipStep(w, rest.step as ClipStep);
  return await takePayoutStep(w, rest.step as PayoutStep);
}
