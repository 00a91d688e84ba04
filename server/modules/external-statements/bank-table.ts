import type { BANK_COLUMNS } from './column-names.ts';
import type { Row, Table } from './read-table.ts';

export type BankColumn = keyof typeof BANK_COLUMNS;
export type BankRow = Row<BankColumn>;
export type BankTable = Table<BankColumn>;
