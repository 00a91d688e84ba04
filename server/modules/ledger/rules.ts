import type { LedgerAccountKind } from '#db/types.ts';

type Pair = readonly [debit: LedgerAccountKind, credit: LedgerAccountKind];

const CLEARING = [
  'clearing_test',
  'clearing_bank',
  'clearing_stripe',
  'clearing_paypal',
  'clearing_manual',
] as const;
type Clearing = (typeof CLEARING)[number];
const from = <Kind extends LedgerAccountKind>(credit: Kind): (readonly [Clearing, Kind])[] =>
  CLEARING.map((clearing) => [clearing, credit]);
const to = <Kind extends LedgerAccountKind>(debit: Kind): (readonly [Kind, Clearing])[] =>
  CLEARING.map((clearing) => [debit, clearing]);

/** All movements of money, with the kinds of account between which each is allowed. */
export const MOVEMENTS = {
  /** Also allowed from suspense, because the owner of money in suspense may be found later. */
  'deposit.confirmed': [...from('host'), ['platform_suspense', 'host']],
  'deposit.refunded': [...to('host'), ...to('platform_loss')],
  'deposit.refund_reversed': [...from('host'), ...from('platform_loss')],
  'processor.fee': to('platform_processor_fees'),
  'dispute.fee': to('platform_processor_fees'),
  'dispute.fee_returned': from('platform_processor_fees'),
  'listing.posted': [['host', 'listing']],
  'listing.topped_up': [['host', 'listing']],
  'clip.reserved': [['listing', 'clip_reserved']],
  'earnings.accrued': [
    ['clip_reserved', 'clipper_pending'],
    ['listing', 'clipper_pending'],
  ],
  'clip.contested': [
    ['listing', 'clip_reserved'],
    ['clipper_pending', 'clip_reserved'],
  ],
  'reservation.ended': [['clip_reserved', 'listing']],
  'counter.fell': [
    ['clipper_pending', 'listing'],
    ['clipper_pending', 'clip_reserved'],
  ],
  'earnings.released': [
    ['clipper_pending', 'clipper_available'],
    ['clipper_pending', 'clipper_owed'],
  ],
  'payout.started': [['clipper_available', 'payout']],
  'payout.paid': to('payout'),
  'payout.failed': [['payout', 'clipper_available']],
  'payout.canceled': [['payout', 'clipper_available']],
  'payout.returned': from('clipper_available'),
  'fraud.upheld': [
    ['clipper_pending', 'listing'],
    ['clipper_available', 'listing'],
    ['clipper_owed', 'listing'],
  ],
  /** Uses money that returned to a clipper to pay off a debt. */
  'debt.offset': [['clipper_available', 'clipper_owed']],
  'debt.written_off': [['platform_loss', 'clipper_owed']],
  chargeback: [...to('host'), ...to('platform_loss')],
  'chargeback.reversed': [...from('host'), ...from('platform_loss')],
  /** Uses a host's remaining money to cover what a lost payment cost the platform. */
  'loss.covered': [
    ['listing', 'host'],
    ['host', 'platform_loss'],
  ],
  'listing.settled': [['listing', 'host']],
  'account.closed': [
    ['clipper_available', 'payout'],
    ['clipper_available', 'platform_rounding'],
    ['host', 'platform_rounding'],
  ],
  /** Money without an owner: from outside, or from the account of somebody who left. */
  'suspense.received': [
    ...from('platform_suspense'),
    ['host', 'platform_suspense'],
    ['clipper_available', 'platform_suspense'],
  ],
  /** Returns money to the closed account it was taken from, in the transaction that sends it on. */
  'suspense.reclaimed': [
    ['platform_suspense', 'host'],
    ['platform_suspense', 'clipper_available'],
  ],
  'suspense.sent_back': to('platform_suspense'),
  'suspense.written_off': [['platform_suspense', 'platform_loss']],
} as const satisfies Record<string, readonly Pair[]>;

export type MovementKind = keyof typeof MOVEMENTS;

/**
 * The movements that are allowed on accounts of these kinds. A table with these movements as keys must list
 * all of them to compile.
 */
export type MovementOf<Account extends LedgerAccountKind> = {
  [Kind in MovementKind]: [Extract<(typeof MOVEMENTS)[Kind][number][number], Account>] extends [never]
    ? never
    : Kind;
}[MovementKind];

export function isMovement(kind: MovementKind, debit: LedgerAccountKind, credit: LedgerAccountKind): boolean {
  const pairs: readonly Pair[] = MOVEMENTS[kind];
  return pairs.some(([d, c]) => d === debit && c === credit);
}
