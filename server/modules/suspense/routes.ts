import { isWholeCents } from '#contract/money.ts';
import { suspenseRoutes } from '#contract/suspense.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { suspenseColumns } from './columns.ts';
import { listSuspense } from './queries.ts';
import { recordTransfer } from './record-transfer.ts';
import {
  type Act,
  type CreditHost,
  credit,
  type OpenItem,
  reclaimForCardRefund,
  sendBack,
  writeOff,
} from './resolve.ts';
import { showItem } from './show-item.ts';

export interface SuspenseDeps {
  creditHost: CreditHost;
  /**
   * Refunds the amount on a closed host's balance to the card that paid it. False: no card paid it, or not as much
   * of it can be refunded.
   */
  refundCard: (tx: Tx, item: OpenItem, act: { adminId: string; now: Date }) => Promise<boolean>;
}

export function registerSuspenseRoutes(api: Api, deps: SuspenseDeps): void {
  const { db } = api;
  const { adminSuspense, adminSuspenseCsv } = suspenseRoutes;
  implementTable(api, adminSuspense, adminSuspenseCsv, suspenseColumns, ({ query }, db) =>
    listSuspense(db, query),
  );
  implement(api, suspenseRoutes.adminSuspenseItem, ({ params }) => showItem(db, params.id));
  implementOnce(api, suspenseRoutes.recordTransfer, async ({ body, actor, now }, tx) => {
    const { amountMicros, bankReference: reference } = body;
    if (amountMicros <= 0n || !isWholeCents(amountMicros)) {
      return refuse('transfer_amount', { field: 'amountMicros' });
    }
    return await recordTransfer(tx, { reference, amountMicros, adminId: actor.userId, now });
  });
  implementOnce(api, suspenseRoutes.sendBackSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return done(await sendBack(tx, act, body));
  });
  implementOnce(api, suspenseRoutes.refundSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return done(await refund(tx, act, deps));
  });
  implementOnce(api, suspenseRoutes.creditSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return done(await credit(tx, act, { username: body.username, creditHost: deps.creditHost }));
  });
  implementOnce(api, suspenseRoutes.writeOffSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return done(await writeOff(tx, act));
  });
}

const done = <Result>(result: Result): Exclude<Result, null> | Record<string, never> =>
  (result ?? {}) as Exclude<Result, null> | Record<string, never>;

async function refund(
  tx: Tx,
  act: Act,
  { refundCard }: SuspenseDeps,
): Promise<
  Outcome<null, 'not_found' | 'suspense_resolved' | 'suspense_no_card' | 'second_admin_needed' | 'own_money'>
> {
  const item = await reclaimForCardRefund(tx, act);
  if (isRefusal(item)) return item;
  return (await refundCard(tx, item, act)) ? null : refuse('suspense_no_card');
}
