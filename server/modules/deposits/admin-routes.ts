import { depositRoutes } from '#contract/deposits.ts';
import { formatUsd } from '#contract/money.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { withSecondAdmin } from '#server/infra/second-admin.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import { adminDepositsColumns } from './columns.ts';
import { confirmDeposit } from './confirm.ts';
import { failDeposit } from './fail.ts';
import { findDeposit } from './find-deposit.ts';
import { declineRefund, failRefund, finishRefund } from './finish-refund.ts';
import { liftHold } from './lift-hold.ts';
import { adminDeposits } from './list-deposits.ts';
import { agreeRefund, findRefund } from './refund.ts';
import { isDepositAmount } from './rules.ts';

export function mountAdminDepositRoutes(api: Api): void {
  const { db } = api;
  implementTable(
    api,
    depositRoutes.adminDeposits,
    depositRoutes.adminDepositsCsv,
    adminDepositsColumns,
    ({ query, now }) => adminDeposits(db, { ...query, waiting: query.waiting === 'true' }, now),
  );
  mountBankTransfers(api);
  mountRefunds(api);
  implement(api, depositRoutes.liftDepositHold, async ({ params, body, actor, now }) => {
    const act = { depositId: params.id, adminId: actor.userId, reason: body.reason, now };
    const lifted = await transact(db, (tx) => liftHold(tx, act));
    return isRefusal(lifted) ? lifted : {};
  });
}

function mountBankTransfers(api: Api): void {
  const { db } = api;
  implement(api, depositRoutes.confirmBankDeposit, async ({ params, body, actor, now }) => {
    const deposit = await findDeposit(db, params.id);
    if (deposit?.rail !== 'bank') return refuse('not_found');
    if (!isDepositAmount(body.amountMicros)) return refuse('deposit_amount', { field: 'amountMicros' });
    const confirmation = {
      depositId: deposit.id,
      hostId: deposit.hostId,
      by: { actorId: actor.userId, actorKind: 'admin' },
      bank: { reference: body.bankReference, amountMicros: body.amountMicros },
      now,
    } as const;
    try {
      return await transact(db, async (tx) => {
        if (!(await confirmDeposit(tx, confirmation))) return refuse('deposit_state');
        // Two people read the sum and the reference on the statement, each by themselves.
        const alone = await withSecondAdmin(tx, {
          action: 'deposit.confirm',
          subjectId: deposit.id,
          adminId: actor.userId,
          amountMicros: body.amountMicros,
          terms: { bankReference: body.bankReference },
          summary: `a bank transfer of ${formatUsd(body.amountMicros)} with the reference ${body.bankReference} has arrived.`,
          now,
        });
        return alone ?? {};
      });
    } catch (error) {
      if (violates(error, 'deposits_bank_reference')) {
        return refuse('bank_reference_used', { field: 'bankReference' });
      }
      throw error;
    }
  });
  implement(api, depositRoutes.declineDeposit, async ({ params, body, actor, now }) => {
    const deposit = await findDeposit(db, params.id);
    if (deposit?.rail !== 'bank') return refuse('not_found');
    const by = { actorId: actor.userId, actorKind: 'admin' } as const;
    const failure = { depositId: params.id, reason: body.reason, by, tell: true, now };
    return (await transact(db, (tx) => failDeposit(tx, failure))) ? {} : refuse('deposit_state');
  });
}

function mountRefunds(api: Api): void {
  const { db } = api;
  implement(api, depositRoutes.agreeRefund, ({ params, actor, now }) =>
    transact(db, (tx) => agreeRefund(tx, { refundId: params.id, adminId: actor.userId, now })),
  );
  implement(api, depositRoutes.declineRefund, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reason: body.reason, now };
    return await transact(db, (tx) => ended(tx, end.refundId, null, () => declineRefund(tx, end)));
  });
  implement(api, depositRoutes.markRefundPaid, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reference: body.reference, now };
    return await transact(db, (tx) => ended(tx, end.refundId, 'bank', () => finishRefund(tx, end)));
  });
  implement(api, depositRoutes.markRefundFailed, async ({ params, body, actor, now }) => {
    const end = { refundId: params.id, by: byAdmin(actor), reason: body.reason, now };
    return await transact(db, (tx) => ended(tx, end.refundId, 'bank', () => failRefund(tx, end)));
  });
}

const byAdmin = ({ userId }: { userId: string }) => ({ actorId: userId, actorKind: 'admin' }) as const;

/** What a processor does is not an admin's to declare: `rail` narrows it to what people do by hand. */
async function ended(
  tx: Tx,
  refundId: string,
  rail: 'bank' | null,
  end: () => Promise<boolean>,
): Promise<Outcome<Record<string, never>, 'not_found' | 'deposit_state'>> {
  const refund = await findRefund(tx, refundId);
  if (!refund) return refuse('not_found');
  if (rail && refund.rail !== rail) return refuse('deposit_state');
  return (await end()) ? {} : refuse('deposit_state');
}
