import type { AdminConnectionCode } from '#contract/connections.ts';
import type { CsvColumns } from '#server/http/csv.ts';

export const connectionCodesColumns: CsvColumns<AdminConnectionCode> = [
  ['Platform', (row) => row.platform],
  ['Account', (row) => row.handle],
  ['Person', (row) => row.email],
  ['Code', (row) => row.code],
  ['Expires', (row) => row.expiresAt],
  ['Last checked', (row) => row.checkedAt],
];
