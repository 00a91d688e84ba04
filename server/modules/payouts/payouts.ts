import type { Micros } from '#contract/money.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { VerifyPassword } from '#server/modules/accounts/accounts.ts';
import type { VerifyOwnership } from './accounts-behind.ts';
import { callBackOwed } from './call-back.job.ts';
import { checkAccounts } from './check-accounts.ts';
import { notifyLate } from './notify-late.job.ts';
import { createPaypalClient, type PaypalAccount } from './paypal/client.ts';
import { payByPaypal } from './paypal/paypal.job.ts';
import { registerPaypalRoutes } from './paypal/routes.ts';
import { registerPayoutRoutes } from './routes.ts';
import { weeklyRun } from './weekly-run.job.ts';

export { balanceProblem, verifyBalanceOwnership } from './accounts-behind.ts';
export { isStopped } from './automatic.ts';
export { payoutCheck } from './check-payouts.ts';
export { closeBalance } from './close-balance.ts';
export { deferAddress } from './defer-address.ts';
export { splitAvailable } from './find-leaving.ts';
export { forgetAddress } from './forget-address.ts';
export { findEntered, forgetEntered } from './forget-entered.ts';
export { freezeText, frozenPayouts } from './freezes.ts';
export { cancelByAdmin, markReturned } from './give-back.ts';
export { lockBalances } from './lock-balances.ts';
export { addressChangedMail, addressEnteredMail, addressSetMail } from './mails.ts';
export { markFailed, markPaid, pickUp } from './pay-by-hand.ts';
export { payReviewed, renewDueTimes } from './pay-reviewed.ts';
export { createPaypalClient, type PaypalAccount } from './paypal/client.ts';
export type { PaypalTransaction } from './paypal/reply.ts';
export { waitingOf, waitingReasons } from './waiting.ts';
export { payWeekly, payWeeklyTo } from './weekly-run.job.ts';
export { withdraw } from './withdraw.ts';

interface Deps {
  db: Database;
  clock: Clock;
  verifyPassword: VerifyPassword;
  appUrl: string;
  /** null: payouts are paid by hand. */
  paypal: PaypalAccount | null;
  verifyOwnership: VerifyOwnership;
  /** Mail address for late payouts. */
  operatorAddress: string;
  /** The yearly sum in micro-dollars from which a person is marked for the tax report. */
  taxReportMin: Micros;
}

/** Payouts: withdrawals on request, the weekly run, and the queue that admins process. */
export function createPayoutsModule(deps: Deps): Module {
  const { db, clock, verifyPassword, appUrl, paypal, taxReportMin, verifyOwnership, operatorAddress } = deps;
  const client = paypal && createPaypalClient(paypal, clock);
  return {
    name: 'payouts',
    routes(api) {
      registerPayoutRoutes(api, { verifyPassword, appUrl, paypal: client, taxReportMin, verifyOwnership });
      if (paypal) registerPaypalRoutes(api, paypal, clock);
    },
    jobs: [
      callBackOwed(db),
      weeklyRun({ db, clock }),
      checkAccounts({ db, verifyOwnership }),
      notifyLate({ db, clock, operatorAddress }),
      ...(client ? [payByPaypal(db, client, clock)] : []),
    ],
  };
}
