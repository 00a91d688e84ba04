import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { adminDepositRoutes } from '#contract/admin/admin-deposits.ts';
import { formatUsd, isWholeCents, type Micros } from '#contract/money.ts';
import { suspenseRoutes } from '#contract/suspense.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import { adminDepositsColumns } from './columns.ts';
import { releaseEarnings } from './decide-earnings.ts';
import { failDeposit } from './fail.ts';
import { findDeposit } from './find-deposit.ts';
import { declineRefund, failRefund, finishRefund } from './finish-refund.ts';
import { creditFromSuspense, refundFromSuspense } from './from-suspense.ts';
import { liftFreeze } from './lift-freeze.ts';
import { adminDeposits } from './list-deposits.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { agreeRefund, findRefund, leavingRefund } from './refund.ts';
import { isOnBehalf, refundOnBehalf } from './refund-on-behalf.ts';
import { showDeposit } from './show-deposit.ts';

export function registerAdminDepositRoutes(api: Api): void {
  const { db } = api;
  implementTable(
    api,
    adminDepositRoutes.adminDeposits,
    adminDepositRoutes.adminDepositsCsv,
    adminDepositsColumns,
    ({ query, now }, db) => adminDeposits(db, { ...query, waiting: query.waiting === 'true' }, now),
  );
  implement(api, adminDepositRoutes.adminDeposit, ({ params, now }) => showDeposit(db, params.id, now));
  registerBankTransferRoutes(api);
  registerRefundRoutes(api);
  registerSuspenseRoutes(api);
  implement(api, adminDepositRoutes.releaseDepositEarnings, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      releaseEarnings(tx, { depositId: params.id, adminId: actor.userId, reason: body.reason, now }),
    ),
  );
  implement(api, adminDepositRoutes.liftDepositFreeze, async ({ params, body, actor, now }) => {
    const act = { depositId: params.id, adminId: actor.userId, reason: body.reason, now };
    const lifted = await transact(db, (tx) => liftFreeze(tx, act));
    return isRefusal(lifted) ? lifted : {};
  });
}

function registerBankTransferRoutes(api: Api): void {
  const { db } = api;
  implement(api, adminDepositRoutes.confirmBankDeposit, async ({ params, body, actor, now }) => {
    const deposit = await findDeposit(db, params.id);
    if (deposit?.rail !== 'bank') return refuse('not_found');
    const { bankReference: reference, amountMicros } = body;
    if (amountMicros <= 0n || !isWholeCents(amountMicros)) {
      return refuse('transfer_amount', { field: 'amountMicros' });
    }
    const arrival = { reference, amountMicros, adminId: actor.userId, now };
    try {
      return await transact(db, (tx) => receiveTransfer(tx, deposit, arrival));
    } catch (error) {
      if (violates(error, 'deposits_bank_reference')) {
        return refuse('bank_reference_used', { field: 'bankReference' });
      }
      throw error;
    }
  });
  implement(api, adminDepositRoutes.declineDeposit, async ({ params, body, actor, now }) => {
    const deposit = await findDeposit(db, params.id);
    if (deposit?.rail !== 'bank') return refuse('not_found');
    const by = { actorId: actor.userId, actorKind: 'admin' } as const;
    const failure = { depositId: params.id, reason: body.reason, by, notifyHost: true, now };
    return (await transact(db, (tx) => failDeposit(tx, failure))) ? {} : refuse('deposit_state');
  });
}

function registerRefundRoutes(api: Api): void {
  const { db } = api;
  implement(api, adminDepositRoutes.refundOnBehalf, ({ params, body, actor, now }) =>
    transact(db, (tx) =>
      refundOnBehalf(tx, { depositId: params.id, adminId: actor.userId, reason: body.reason, now }),
    ),
  );
  implement(api, adminDepositRoutes.agreeRefund, ({ params, actor, now }) =>
    transact(db, (tx) => agreeRefund(tx, { refundId: params.id, adminId: actor.userId, now })),
  );
  implement(api, adminDepositRoutes.declineRefund, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reason: body.reason, now };
    const declined = await transact(db, (tx) => ended(tx, end.refundId, null, () => declineRefund(tx, end)));
    return isRefusal(declined) ? declined : {};
  });
  implement(api, adminDepositRoutes.markRefundPaid, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reference: body.reference, now };
    return await transact(db, async (tx) => {
      const refund = await ended(tx, end.refundId, 'bank', () => finishRefund(tx, end));
      if (isRefusal(refund)) return refund;
      if (await isOnBehalf(tx, params.id)) return {};
      const act = { refundId: params.id, adminId: actor.userId, now };
      return (await decideMoneyAct(tx, leavingRefund(act, refund.hostId, refund.amountMicros))) ?? {};
    });
  });
  implement(api, adminDepositRoutes.markRefundFailed, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reason: body.reason, now };
    return await transact(db, async (tx) => {
      const refund = await ended(tx, end.refundId, 'bank', () => failRefund(tx, end));
      if (isRefusal(refund)) return refund;
      const { hostId: accountId, amountMicros } = refund;
      const refused = await decideMoneyAct(tx, {
        kind: 'refund.failed',
        subjectId: params.id,
        adminId: actor.userId,
        shares: [{ accountId, amountMicros }],
        summary: `a refund of ${formatUsd(amountMicros)} did not arrive and is on the balance again.`,
        now,
      });
      return refused ?? {};
    });
  });
}

/** Registers the two ways out of suspense that make a deposit or a refund. */
function registerSuspenseRoutes(api: Api): void {
  implementOnce(api, suspenseRoutes.refundSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await refundFromSuspense(tx, act)) ?? {};
  });
  implementOnce(api, suspenseRoutes.creditSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await creditFromSuspense(tx, act, body.username)) ?? {};
  });
}

const byAdmin = ({ userId }: { userId: UserId }) => ({ actorId: userId, actorKind: 'admin' }) as const;

/**
 * Lets admins enter results only on rails that people operate by hand, because a processor reports its own
 * results.
 */
async function ended(
  tx: Tx,
  refundId: string,
  rail: 'bank' | null,
  end: () => Promise<boolean>,
): Promise<Outcome<{ hostId: AccountId; amountMicros: Micros }, 'not_found' | 'deposit_state'>> {
  const refund = await findRefund(tx, refundId);
  if (!refund) return refuse('not_found');
  if (rail && refund.rail !== rail) return refuse('deposit_state');
  return (await end()) ? refund : refuse('deposit_state');
}
