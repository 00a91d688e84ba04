/** An act by which an admin moves or frees money. */
export interface MoneyAct {
  /** Names in `everyRoute` of the calls that perform the act. */
  routes: readonly string[];
  /**
   * The role of the person who gets the money; either: a host or a clipper. nobody: the platform keeps it, or
   * an operator sends it by hand.
   */
  benefits: 'host' | 'clipper' | 'either' | 'nobody';
  /** The amount that counts toward the limit, in words for operators. */
  counts: string;
}

/**
 * All kinds of money acts. `decideMoneyAct` adds up their amounts over `TWO_ADMINS_HOURS`, per admin and per
 * account. docs/threats.md lists the kinds for operators.
 */
export const moneyActs = {
  'deposit.confirm': act(['confirmBankDeposit'], 'host', 'the bank transfer that arrived'),
  'deposit.refund': act(['refundOnBehalf'], 'host', 'the refund of a banned host'),
  'deposit.release_earnings': act(
    ['releaseDepositEarnings'],
    'clipper',
    'the earnings behind a lost deposit that can be withdrawn again',
  ),
  'deposit.lift': act(['liftDepositFreeze'], 'host', 'the questioned deposit'),
  'refund.leave': act(['agreeRefund', 'markRefundPaid'], 'host', 'the refund, once'),
  'refund.failed': act(['markRefundFailed'], 'host', 'the refund that returns to the balance'),
  'listing.unfreeze': act(['adminUnfreezeListing'], 'host', 'the frozen budget'),
  'suspense.received': act(['recordTransfer'], 'nobody', 'the bank transfer without an owner'),
  'suspense.held': act(['holdLine'], 'nobody', 'the line of the statement'),
  'suspense.sent_back': act(['sendBackSuspense'], 'nobody', 'the item'),
  'suspense.reclaimed': act(['refundSuspense'], 'host', 'the item'),
  'suspense.credited': act(['creditSuspense'], 'host', 'the item'),
  'suspense.written_off': act(['writeOffSuspense'], 'nobody', 'the item'),
  'debt.write_off': act(['writeOffDebt'], 'clipper', 'the debt'),
  'submission.uphold_fraud': act(['upholdFraud'], 'host', 'what returns to the listing'),
  'submission.approve': act(
    ['approveEscalated', 'approveEscalatedClips'],
    'clipper',
    'what the clip’s views earn at this moment',
  ),
  'fraud_hold.release': act(['releaseFraudHold', 'releaseFraudHolds'], 'clipper', 'what the hold contests'),
  'fraud_hold.uphold': act(['upholdFraudHold'], 'host', 'what the hold contests'),
  'appeal.overturn': act(['overturnAppeal'], 'clipper', 'what the appeal is about'),
  'appeal.dismiss': act(['dismissAppeal'], 'host', 'what the appeal is about'),
  'cohort.clear': act(['clearCohort'], 'clipper', 'what the cohort’s holds contest'),
  'cohort.uphold': act(['upholdCohort'], 'host', 'what the cohort’s clips are not paid'),
  'submission.prove_views': act(
    ['proveViews'],
    'clipper',
    'what no longer waits for proof, and the clip’s pending earnings',
  ),
  'score.let_pass': act(['letScorePass'], 'clipper', 'the clip’s pending earnings'),
  'payout.leave': act(
    ['pickUpPayout', 'markPayoutPaid', 'confirmPayout', 'markPayouts'],
    'clipper',
    'the payout, once, and all that its clipper asked for within a day',
  ),
  'payout.failed': act(['markPayoutFailed', 'markPayouts'], 'clipper', 'the payout that is available again'),
  'payout.returned': act(['returnPayout'], 'clipper', 'the payout that is available again'),
  'payout_address.enter': act(
    ['enterPayoutAddress'],
    'clipper',
    'all that may be sent to a banned person’s address',
  ),
  'payout.resend': act(['resendPayout'], 'clipper', 'what is sent to the address that an admin enters'),
  'account.unban': act(
    ['unbanUser'],
    'either',
    'what can be paid out again, including a host’s balance and budgets',
  ),
  'account.allow_payouts': act(['allowPayouts'], 'clipper', 'what can be paid out again'),
} as const satisfies Record<string, MoneyAct>;

export type MoneyActKind = keyof typeof moneyActs;

/** A call that performs a money act. */
export type MoneyRoute = (typeof moneyActs)[MoneyActKind]['routes'][number];

function act<const Name extends string>(
  routes: readonly Name[],
  benefits: MoneyAct['benefits'],
  counts: string,
): { routes: readonly Name[] } & MoneyAct {
  return { routes, benefits, counts };
}
