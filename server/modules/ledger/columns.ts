import type { LedgerAccountRow, LedgerTransferRow, TrialBalanceRow } from '#contract/ledger/ledger.ts';
import type { EarningMove, StatementRow } from '#contract/ledger/statements.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const trialBalanceColumns: CsvColumns<TrialBalanceRow> = [
  ['Kind', (row) => row.kind],
  ['Name', (row) => row.name],
  ['Accounts', (row) => row.accounts],
  ['Debit (USD)', (row) => row.debitMicros],
  ['Credit (USD)', (row) => row.creditMicros],
];

export const ledgerAccountsColumns: CsvColumns<LedgerAccountRow> = [
  ['Owner id', (row) => row.ownerId],
  ['Owner', (row) => row.owner],
  ['Balance (USD)', (row) => row.balanceMicros],
];

export const ledgerTransfersColumns: CsvColumns<LedgerTransferRow> = [
  ['When', (row) => row.occurredAt],
  ['Kind', (row) => row.kind],
  ['Change (USD)', (row) => row.changeMicros],
  ['Other account', (row) => row.otherKind],
  ['Its owner id', (row) => row.otherOwnerId],
  ['Subject id', (row) => row.subjectId],
  ['Entry id', (row) => row.entryId],
];

export const statementColumns: CsvColumns<StatementRow> = [
  ['Accounts', (row) => row.section],
  ['What', (row) => row.name],
  ['Transfers', (row) => row.transfers],
  ['Amount (USD)', (row) => row.amountMicros],
];

export const clipperMovesColumns: CsvColumns<EarningMove> = [
  ['Date', (row) => row.date],
  ['Type', (row) => row.type],
  ['What', (row) => row.name],
  ['From', (row) => row.from],
  ['To', (row) => row.to],
  ['Amount (USD)', (row) => row.amountMicros],
  ['Listing', (row) => row.listingTitle],
  ['Id', (row) => row.id],
];
