import { Readable } from 'node:stream';
import { ledgerRoutes } from '#contract/ledger/ledger.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement, register } from '#server/http/route.ts';
import { ledgerAccountsColumns, ledgerTransfersColumns, trialBalanceColumns } from './columns.ts';
import { exportHledger, type JournalRange } from './export-hledger.ts';
import { MOVEMENT_LABELS } from './labels.ts';
import { listMovements } from './list-movements.ts';
import { accountsOf, latestReconciliation, trialBalance } from './queries.ts';
import { type ReconciliationDeps, reconcileNow } from './record-reconciliation.ts';

export function registerLedgerRoutes(api: Api, deps: ReconciliationDeps): void {
  const { db } = deps;
  implement(api, ledgerRoutes.latestReconciliation, async () => ({
    reconciliation: await latestReconciliation(db),
  }));
  implement(api, ledgerRoutes.reconcileLedger, ({ actor, now }) =>
    reconcileNow(deps, { askedBy: actor.userId, now }),
  );
  register(api, ledgerRoutes.ledgerJournal, async ({ query, reply }) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="ledger.journal"')
      .send(Readable.from(exportHledger(db, query as JournalRange))),
  );
  implementTable(api, ledgerRoutes.trialBalance, ledgerRoutes.trialBalanceCsv, trialBalanceColumns, (_, db) =>
    trialBalance(db),
  );
  implementTable(
    api,
    ledgerRoutes.ledgerAccounts,
    ledgerRoutes.ledgerAccountsCsv,
    ledgerAccountsColumns,
    ({ query }, db) => accountsOf(db, { ...query, all: query.all === 'true' }),
  );
  implementTable(
    api,
    ledgerRoutes.ledgerTransfers,
    ledgerRoutes.ledgerTransfersCsv,
    ledgerTransfersColumns,
    async ({ query }, db) => {
      const account = { kinds: [query.kind], ownerId: query.owner };
      const { rows, nextCursor } = await listMovements(db, account, query);
      return { rows: rows.map((row) => ({ ...row, name: MOVEMENT_LABELS[row.kind] })), nextCursor };
    },
  );
}
