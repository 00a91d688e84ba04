import { depositRoutes } from '#contract/deposits/deposits.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import type { Log } from '#server/infra/log.ts';
import { refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { balanceOf, host } from '#server/modules/ledger/ledger.ts';
import { isBalanceFrozen } from '#server/modules/listings/listings.ts';
import { hostDepositsColumns, hostTransactionsColumns } from './columns.ts';
import { confirmTestCard } from './confirm.ts';
import { failDeposit } from './fail.ts';
import { findDeposit } from './find-deposit.ts';
import { hostTransactions } from './host-history.ts';
import { hostDeposit, hostDeposits } from './list-deposits.ts';
import { isDisputed } from './queries.ts';
import { askRefund } from './refund.ts';
import { isDepositAmount } from './rules.ts';
import { startDeposit } from './start.ts';
import type { StripeRail } from './stripe/client.ts';
import { openCheckout } from './stripe/open-checkout.ts';

interface Deps {
  demo: boolean;
  rail: StripeRail | null;
  bankDetails: string | null;
  appUrl: string;
  log: Log;
}

const AMOUNT = { field: 'amountMicros' };

export function registerDepositRoutes(api: Api, deps: Deps): void {
  registerPaymentRoutes(api, deps);
  registerListRoutes(api, deps);

  implementOnce(api, depositRoutes.refundDeposit, ({ params, actor, now }, tx) =>
    askRefund(tx, { depositId: params.id, hostId: actor.accountId, userId: actor.userId, now }),
  );
  implement(api, depositRoutes.cancelDeposit, async ({ params, actor, now }) => {
    const own = await findDeposit(api.db, params.id, actor.accountId);
    if (!own) return refuse('not_found');
    // A card payment page can't be canceled: it may be paid at this moment, and it expires anyway.
    if (own.rail !== 'bank') return refuse('deposit_state');
    const by = { actorId: actor.userId, actorKind: 'host' } as const;
    const failure = { depositId: own.id, reason: 'You canceled it.', by, notifyHost: false, now };
    const failed = await transact(api.db, (tx) => failDeposit(tx, failure));
    return failed ? {} : refuse('deposit_state');
  });
}

function registerPaymentRoutes(api: Api, { demo, rail, bankDetails, appUrl, log }: Deps): void {
  implementOnce(api, depositRoutes.depositByTestCard, async ({ body, actor, now }, tx) => {
    if (!demo) return refuse('test_card_off');
    if (!isDepositAmount(body.amountMicros)) return refuse('deposit_amount', AMOUNT);
    const id = await confirmTestCard(tx, {
      hostId: actor.accountId,
      userId: actor.userId,
      amountMicros: body.amountMicros,
      now,
    });
    return { id, balanceMicros: await balanceOf(tx, host(actor.accountId)) };
  });

  implementOnce(api, depositRoutes.depositByCard, async ({ body, actor, now }, tx) => {
    if (!rail) return refuse('rail_off');
    if (!isDepositAmount(body.amountMicros)) return refuse('deposit_amount', AMOUNT);
    const start = {
      hostId: actor.accountId,
      userId: actor.userId,
      rail: 'stripe',
      amountMicros: body.amountMicros,
      now,
    } as const;
    return { id: (await startDeposit(tx, start)).id };
  });

  implement(api, depositRoutes.openDepositPage, async ({ params, actor, now }) => {
    if (!rail) return refuse('rail_off');
    const ask = { depositId: params.id, hostId: actor.accountId, now };
    return await openCheckout({ db: api.db, log, appUrl, rail }, ask);
  });

  implementOnce(api, depositRoutes.depositByBank, async ({ body, actor, now }, tx) => {
    if (bankDetails === null) return refuse('rail_off');
    if (!isDepositAmount(body.amountMicros)) return refuse('deposit_amount', AMOUNT);
    const start = {
      hostId: actor.accountId,
      userId: actor.userId,
      rail: 'bank',
      amountMicros: body.amountMicros,
      now,
    } as const;
    return { ...(await startDeposit(tx, start)), instructions: bankDetails };
  });
}

function registerListRoutes(api: Api, { demo, rail, bankDetails }: Deps): void {
  const { db } = api;
  implement(api, depositRoutes.depositRails, async ({ actor }) => ({
    testCard: demo,
    card: rail ? rail.kind : ('off' as const),
    bank: bankDetails !== null,
    frozen: await isBalanceFrozen(db, actor.accountId),
    earningsWait: await isDisputed(db, actor.accountId),
  }));
  implement(api, depositRoutes.hostDeposit, async ({ params, actor, now }) => {
    const row = await hostDeposit(db, actor.accountId, params.id, now);
    if (!row) return refuse('not_found');
    const awaited = row.rail === 'bank' && row.state === 'created';
    return { ...row, instructions: awaited ? bankDetails : null };
  });
  implementTable(
    api,
    depositRoutes.hostTransactions,
    depositRoutes.hostTransactionsCsv,
    hostTransactionsColumns,
    ({ query, actor, now }, db) => hostTransactions(db, actor.accountId, query, now),
  );
  implementTable(
    api,
    depositRoutes.hostDeposits,
    depositRoutes.hostDepositsCsv,
    hostDepositsColumns,
    ({ query, actor, now }, db) => hostDeposits(db, actor.accountId, query, now),
  );
}
