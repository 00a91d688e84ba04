import { debtRoutes } from '#contract/earnings/debts.ts';
import { earningsRoutes } from '#contract/earnings/earnings.ts';
import { receiptRoutes } from '#contract/earnings/receipts.ts';
import { csvFile, implementTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { maySeeClip, participantsOf } from '#server/modules/submissions/submissions.ts';
import { readBudgetQueues } from './budget-queue.ts';
import { adminDebtsColumns, clipperEarningRowsColumns } from './columns.ts';
import { listDebts, writeOffDebt } from './debts.ts';
import { clipperOverview, dailySeries, earningRows, hostOverview, pendingRows } from './queries.ts';
import { readReceipt } from './receipt.ts';
import { receiptLines } from './receipt-lines.ts';
import { showDebt } from './show-debt.ts';

export function registerEarningsRoutes(api: Api): void {
  const { db } = api;
  implement(api, earningsRoutes.clipperOverview, ({ actor, now }) =>
    clipperOverview(db, actor.accountId, now),
  );
  implement(api, earningsRoutes.clipperPending, async ({ actor }) => ({
    rows: await pendingRows(db, actor.accountId),
  }));
  implement(api, earningsRoutes.clipperSeries, async ({ actor, now }) => ({
    points: await dailySeries(db, 'clipper', actor.accountId, now),
  }));
  implementTable(
    api,
    earningsRoutes.clipperEarningRows,
    earningsRoutes.clipperEarningRowsCsv,
    clipperEarningRowsColumns,
    ({ actor, query, now }, db) => earningRows(db, actor.accountId, query.cursor, now),
  );
  implement(api, earningsRoutes.hostOverview, ({ actor, now }) => hostOverview(db, actor.accountId, now));
  implement(api, earningsRoutes.hostBudgetQueues, async ({ actor }) => ({
    rows: await readBudgetQueues(db, actor.accountId),
  }));
  implement(api, earningsRoutes.hostSeries, async ({ actor, now }) => ({
    points: await dailySeries(db, 'host', actor.accountId, now),
  }));
  registerDebtRoutes(api);
  implement(api, receiptRoutes.showReceipt, async ({ params, actor }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    return await readReceipt(db, params.id);
  });
  implement(api, receiptRoutes.receiptCsv, async ({ params, actor, reply }) => {
    const participants = await participantsOf(db, params.id);
    if (!participants || !maySeeClip(actor, participants)) return refuse('not_found');
    const lines = receiptLines(await readReceipt(db, params.id));
    return csvFile(reply, `receipt-${params.id.slice(-8)}.csv`, lines);
  });
}

function registerDebtRoutes(api: Api): void {
  const { db } = api;
  implementTable(api, debtRoutes.adminDebts, debtRoutes.adminDebtsCsv, adminDebtsColumns, ({ query }, db) =>
    listDebts(db, query),
  );
  implement(api, debtRoutes.adminDebt, ({ params }) => showDebt(db, params.id));
  implementOnce(api, debtRoutes.writeOffDebt, ({ params, body, actor, now }, tx) =>
    writeOffDebt(tx, { clipperId: params.id, adminId: actor.userId, reason: body.reason, now }),
  );
}
