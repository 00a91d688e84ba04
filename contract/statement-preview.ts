import { z } from 'zod';
import { idSchema, microsWire, momentWire } from './primitives.ts';

/** What a column of a bank's or PayPal's file can hold. Stripe's files have the same columns everywhere. */
export const STATEMENT_COLUMNS = {
  bank: [
    ...['date', 'amount', 'debit', 'credit', 'way', 'currency', 'description', 'reference', 'counterparty'],
    ...['fee', 'net', 'balance', 'status'],
  ],
  paypal: [
    ...['date', 'time', 'zone', 'id', 'type', 'status', 'amount', 'fee', 'net', 'currency', 'name'],
    ...['invoice', 'custom', 'related'],
  ],
  stripe: [],
} as const;

export const statementColumn = z.enum([...STATEMENT_COLUMNS.bank, ...STATEMENT_COLUMNS.paypal]);
export type StatementColumn = z.infer<typeof statementColumn>;

/** The most columns of a file that can be mapped. */
const COLUMNS_MAX = 100;
const place = z
  .int()
  .min(0)
  .max(COLUMNS_MAX - 1);

export const dayOrder = z.enum(['day-first', 'month-first']);
export const decimalPoint = z.enum(['dot', 'comma']);

/** How an admin says that a file is read. Null and absent: as the file itself shows it. */
export const statementMapping = z.object({
  /** Line of the column names, from 1; null: the line that looks most like it. */
  headerLine: z.int().min(1).max(60).nullable().default(null),
  /** The place of each column, from 0; null: the file has none. A column that is absent is found by its name. */
  columns: z.partialRecord(statementColumn, place.nullable()).default({}),
  dayOrder: dayOrder.nullable().default(null),
  point: decimalPoint.nullable().default(null),
  /** The zone of times without a known one. */
  zone: z.string().trim().max(60).nullable().default(null),
  /** The currency of amounts that name none. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of three letters, like EUR.')
    .nullable()
    .default(null),
  /** Where money went by amounts without a minus, when no column says it. */
  positive: z.enum(['in', 'out']).nullable().default(null),
  /** Whether amounts contain their fee. */
  fee: z.enum(['inside', 'beside']).nullable().default(null),
});
export type StatementMapping = z.output<typeof statementMapping>;

/** A mapping that is remembered for a bank; files with the same column names are read by it. */
export const statementLayout = z.object({ id: idSchema, bank: z.string(), savedAt: momentWire });
export type StatementLayout = z.infer<typeof statementLayout>;

/** What the file does not show and an admin can say. bank: several banks write these columns, each in its way. */
export const statementQuestion = z.enum(['columns', 'dayOrder', 'point', 'zone', 'fee', 'bank']);
export type StatementQuestion = z.infer<typeof statementQuestion>;

/** moneyIn: no amount has a sign, so all of them came in. zone: UTC. currency: US dollars. */
export const statementAssumption = z.enum(['currency', 'zone', 'moneyIn']);
export const statementAssumptionTexts: Record<z.infer<typeof statementAssumption>, string> = {
  currency: 'No currency is named. Amounts are read as US dollars.',
  zone: 'Times have no time zone. They are read as UTC.',
  moneyIn: 'No amount has a sign. All entries are read as money in.',
};
export type StatementAssumption = z.infer<typeof statementAssumption>;

/** The table of a CSV file as it was found. */
export const statementTable = z.object({
  headerLine: z.int(),
  header: z.array(z.string()),
  /** The first rows below the header, as they are written. */
  sample: z.array(z.array(z.string())),
  /** Where each column was found, or was mapped. */
  columns: z.partialRecord(statementColumn, z.int()),
  /** Lines that may have the column names. */
  top: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type StatementTable = z.output<typeof statementTable>;

export const statementProblem = z.object({
  /** Line of the file, from 1; null: the whole file. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  says: z.string(),
  /** What an admin can say to solve it. */
  asks: statementQuestion.optional(),
});

/** An entry as it was read. */
export const previewEntry = z.object({
  occurredAt: momentWire,
  reference: z.string(),
  text: z.string().nullable(),
  isFee: z.boolean(),
  amountMicros: microsWire,
  currency: z.string(),
});

export const previewBalance = z.object({
  currency: z.string(),
  openingMicros: microsWire,
  closingMicros: microsWire,
  /** What entries add up to besides the difference of both; not 0: rows are missing or misread. */
  offMicros: microsWire,
});

export const statementUnderstood = z.object({
  lines: z.int(),
  period: z.object({ from: momentWire, to: momentWire }),
  sums: z.array(
    z.object({ currency: z.string(), lines: z.int(), inMicros: microsWire, outMicros: microsWire }),
  ),
  balances: z.array(previewBalance),
  entries: z.array(previewEntry),
  /** Rows that are no final movement; the first of them, with the reason. */
  skipped: z.object({
    rows: z.int(),
    first: z.array(z.object({ line: z.int().nullable(), text: z.string(), why: z.string() })),
  }),
  assumed: z.array(statementAssumption),
  /** Identifies what was understood; an import names it, so that nothing else is stored. */
  digest: z.string(),
});

/** What a file says, before anything of it is stored or matched. */
export const statementPreview = z.object({
  /** Null: the file is no table. */
  table: statementTable.nullable(),
  /** How it was read. */
  mapping: statementMapping,
  /** The remembered layout that was used. */
  layout: statementLayout.nullable(),
  /** Remembered for these column names. */
  layouts: z.array(statementLayout),
  problems: z.array(statementProblem),
  /** Null: nothing can be imported as long as there are problems. */
  understood: statementUnderstood
    .extend({
      /** Lines that earlier imports have. */
      known: z.int(),
      /** New lines with the day and amount of an entry that was imported with other texts. */
      alike: z.int(),
      /** Whether entries are dated after today. */
      isAhead: z.boolean(),
    })
    .nullable(),
});
export type StatementPreview = z.output<typeof statementPreview>;
