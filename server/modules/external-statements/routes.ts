import {
  externalStatementRoutes,
  type StatementFile,
} from '#contract/external-statements/external-statements.ts';
import { implementTable, implementWholeTable } from '#server/http/csv.ts';
import { type Api, implement, implementOnce } from '#server/http/route.ts';
import { transact } from '#server/infra/transaction.ts';
import { externalLineColumns, missingMovementColumns, railSummaryColumns } from './columns.ts';
import { canFetch, fetchReport, type Sources } from './fetch-report.ts';
import { importFile } from './import-file.ts';
import { forgetLayout, listLayouts } from './layouts.ts';
import { preview } from './preview.ts';
import { listLines, listMissing, summarize } from './queries.ts';
import { readStatementInChild } from './read-in-child.ts';
import { explainLine, explainMovement, holdLine } from './settle-line.ts';

export function registerExternalStatementRoutes(api: Api, sources: Sources): void {
  const { db } = api;
  const readStatement = readStatementInChild();
  const routes = externalStatementRoutes;
  implement(api, routes.externalSummary, async () => ({
    rails: (await summarize(db)).map((row) => ({ ...row, canFetch: canFetch(sources, row.rail) })),
  }));
  implementWholeTable(api, routes.externalSummaryCsv, railSummaryColumns, () => summarize(db));
  implementTable(api, routes.externalLines, routes.externalLinesCsv, externalLineColumns, ({ query }, db) =>
    listLines(db, query),
  );
  implementTable(
    api,
    routes.missingMovements,
    routes.missingMovementsCsv,
    missingMovementColumns,
    ({ query }, db) => listMissing(db, query),
  );
  const readFile = async (body: StatementFile) => {
    const layouts = await listLayouts(db, body.rail);
    return await readStatement(body.rail, body.text, { ...body, layouts });
  };
  implement(api, routes.previewStatement, async ({ body, now }) =>
    preview(db, body.rail, { prepared: await readFile(body), now }),
  );
  implement(api, routes.importStatement, async ({ body, actor, now }) => {
    const read = await readFile(body);
    const by = { actorId: actor.userId, actorKind: 'admin' } as const;
    return await transact(db, (tx) => importFile(tx, read, { ...body, by, now }));
  });
  implement(api, routes.forgetLayout, async ({ params, actor, now }) => {
    const act = { actorId: actor.userId, actorKind: 'admin', at: now } as const;
    return (await transact(db, (tx) => forgetLayout(tx, params.id, act))) ?? {};
  });
  implement(api, routes.fetchStatement, ({ body, actor, now }) =>
    fetchReport(sources, { rail: body.rail, by: { actorId: actor.userId, actorKind: 'admin' }, now }),
  );
  implementOnce(api, routes.holdLine, async ({ params, body, actor, now }, tx) => {
    const act = { id: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await holdLine(tx, act)) ?? {};
  });
  implement(api, routes.explainLine, async ({ params, body, actor, now }) => {
    const act = { id: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await transact(db, (tx) => explainLine(tx, act))) ?? {};
  });
  implement(api, routes.explainMovement, async ({ params, body, actor, now }) => {
    const act = { id: params.id, adminId: actor.userId, reason: body.reason, now };
    return (await transact(db, (tx) => explainMovement(tx, act))) ?? {};
  });
}
