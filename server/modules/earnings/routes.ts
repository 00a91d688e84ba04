import { earningsRoutes } from '#contract/earnings.ts';
import { csvFile, implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { maySeeClip, partiesOf } from '#server/modules/submissions/submissions.ts';
import { clipperEarningRowsColumns } from './columns.ts';
import { clipperOverview, dailySeries, earningRows, heldRows, hostOverview } from './queries.ts';
import { readReceipt } from './receipt.ts';
import { receiptLines } from './receipt-lines.ts';

export function mountEarningsRoutes(api: Api): void {
  const { db } = api;
  implement(api, earningsRoutes.clipperOverview, ({ actor, now }) => clipperOverview(db, actor.userId, now));
  implement(api, earningsRoutes.clipperHeld, async ({ actor }) => ({
    rows: await heldRows(db, actor.userId),
  }));
  implement(api, earningsRoutes.clipperSeries, async ({ actor, now }) => ({
    points: await dailySeries(db, 'clipper', actor.userId, now),
  }));
  implementTable(
    api,
    earningsRoutes.clipperEarningRows,
    earningsRoutes.clipperEarningRowsCsv,
    clipperEarningRowsColumns,
    ({ actor, query, now }) => earningRows(db, actor.userId, query.cursor, now),
  );
  implement(api, earningsRoutes.hostOverview, ({ actor, now }) => hostOverview(db, actor.userId, now));
  implement(api, earningsRoutes.hostSeries, async ({ actor, now }) => ({
    points: await dailySeries(db, 'host', actor.userId, now),
  }));
  implement(api, earningsRoutes.showReceipt, async ({ params, actor }) => {
    const parties = await partiesOf(db, params.id);
    if (!parties || !maySeeClip(actor, parties)) return refuse('not_found');
    return await readReceipt(db, params.id);
  });
  implement(api, earningsRoutes.receiptCsv, async ({ params, actor, reply }) => {
    const parties = await partiesOf(db, params.id);
    if (!parties || !maySeeClip(actor, parties)) return refuse('not_found');
    const lines = receiptLines(await readReceipt(db, params.id));
    return csvFile(reply, `receipt-${params.id.slice(-8)}.csv`, lines);
  });
}
