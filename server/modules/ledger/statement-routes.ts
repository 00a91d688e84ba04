import { statementRoutes } from '#contract/ledger/statements.ts';
import { implementTable } from '#server/http/csv.ts';
import type { Api } from '#server/http/route.ts';
import { clipperMoves } from './clipper-moves.ts';
import { clipperMovesColumns, statementColumns } from './columns.ts';
import { drawStatement } from './draw-statement.ts';

export function registerStatementRoutes(api: Api): void {
  implementTable(
    api,
    statementRoutes.hostStatement,
    statementRoutes.hostStatementCsv,
    statementColumns,
    ({ actor, query, now }, db) =>
      drawStatement(db, { role: 'host', accountId: actor.accountId }, query.month, now),
  );
  implementTable(
    api,
    statementRoutes.clipperStatement,
    statementRoutes.clipperStatementCsv,
    statementColumns,
    ({ actor, query, now }, db) =>
      drawStatement(db, { role: 'clipper', accountId: actor.accountId }, query.month, now),
  );
  implementTable(
    api,
    statementRoutes.clipperMoves,
    statementRoutes.clipperMovesCsv,
    clipperMovesColumns,
    ({ actor, query }, db) => clipperMoves(db, actor.accountId, query),
  );
}
