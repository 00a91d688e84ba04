import type { Module } from '#server/http/module.ts';
import { registerWebhookRoute } from '#server/http/webhook.ts';
import type { Log } from '#server/infra/log.ts';
import type { Database } from '#server/infra/transaction.ts';
import { registerAdminDepositRoutes } from './admin-routes.ts';
import { expireDeposits } from './expire.job.ts';
import { registerDepositRoutes } from './routes.ts';
import { bookFees } from './stripe/book-fees.job.ts';
import { connectStripe, type StripeAccess } from './stripe/client.ts';
import { handleEvent, proveEvent } from './stripe/handle-event.ts';
import { sendRefunds } from './stripe/send-refunds.job.ts';
import { watchDisputes } from './stripe/watch-disputes.job.ts';
import { watchSessions } from './stripe/watch-sessions.job.ts';

export { depositCheck } from './check-rails.ts';
export { confirmTestCard, receiptMail } from './confirm.ts';
export { erasePayers } from './erase.ts';
export { cutOut, fundingOf, type Piece } from './funding.ts';
export { type Unseasoned, unseasonedOfAll, waitingAccruals } from './seasoning.ts';
export { startDeposit } from './start.ts';
export { takeDispute } from './stripe/take-dispute.ts';
export { takeSession } from './stripe/take-session.ts';
export { waitingReasons } from './waiting-reasons.ts';
export { connectStripe, type StripeAccess };

interface Deps {
  db: Database;
  log: Log;
  appUrl: string;
  /** Whether to offer the labelled test card, which creates money from nothing. Only a demo may. */
  demo: boolean;
  /** Null when cards are not configured. */
  stripe: StripeAccess | null;
  /** Bank details that hosts see; null when bank transfers are not configured. */
  bankDetails: string | null;
}

/** Creates the module of hosts' deposits and their refunds. */
export function createDepositsModule(deps: Deps): Module {
  const { db, log } = deps;
  const rail = deps.stripe && connectStripe(deps.stripe);
  return {
    name: 'deposits',
    routes(api) {
      registerDepositRoutes(api, { ...deps, rail });
      registerAdminDepositRoutes(api);
      if (rail) {
        registerWebhookRoute(api, {
          provider: 'stripe',
          path: '/webhooks/stripe',
          prove: (raw, headers, now) => proveEvent(rail, raw, headers, now),
          take: handleEvent,
        });
      }
    },
    jobs: [
      ...(rail
        ? [
            watchSessions({ db, log, rail }),
            watchDisputes({ db, log, rail }),
            bookFees({ db, log, rail }),
            sendRefunds({ db, log, rail }),
          ]
        : []),
      expireDeposits(db),
    ],
  };
}
