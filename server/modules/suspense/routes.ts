import { isWholeCents } from '#contract/money.ts';
import { suspenseRoutes } from '#contract/suspense.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { suspenseColumns } from './columns.ts';
import { listSuspense } from './queries.ts';
import { recordTransfer } from './record-transfer.ts';
import { sendBack, writeOff } from './resolve.ts';
import { showItem } from './show-item.ts';

export function registerSuspenseRoutes(api: Api): void {
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
  implementOnce(api, suspenseRoutes.writeOffSuspense, async ({ params, body, actor, now }, tx) => {
    const act = { itemId: params.id, adminId: actor.userId, reason: body.reason, now };
    return done(await writeOff(tx, act));
  });
}

const done = <Result>(result: Result): Exclude<Result, null> | Record<string, never> =>
  (result ?? {}) as Exclude<Result, null> | Record<string, never>;
