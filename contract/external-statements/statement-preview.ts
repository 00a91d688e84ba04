import { z } from 'zod';
import { idSchema, microsWire, momentWire } from '#contract/wire/primitives.ts';

/**
 * The contents that columns of a bank's or PayPal's file can have. Stripe's files always have the same
 * columns, so they need no mapping.
 */
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

/** Maximum number of columns that a mapping can use. */
const COLUMNS_MAX = 100;
const place = z
  .int()
  .min(0)
  .max(COLUMNS_MAX - 1);

export const dayOrder = z.enum(['day-first', 'month-first']);
export const decimalPoint = z.enum(['dot', 'comma']);

/** An admin's settings for reading a file. A null or absent setting is read from the file. */
export const statementMapping = z.object({
  /** Number of the line with the column names, from 1; null for the line that looks most like one. */
  headerLine: z.int().min(1).max(60).nullable().default(null),
  /**
   * Index of each column, from 0. Null if the file has no such column; an omitted column is found by its
   * name.
   */
  columns: z.partialRecord(statementColumn, place.nullable()).default({}),
  dayOrder: dayOrder.nullable().default(null),
  point: decimalPoint.nullable().default(null),
  /** Time zone for times whose zone the file does not name. */
  zone: z.string().trim().max(60).nullable().default(null),
  /** Currency for amounts without one. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a code of three letters, like EUR.')
    .nullable()
    .default(null),
  /** Direction of amounts without a minus sign, when no column gives it. */
  positive: z.enum(['in', 'out']).nullable().default(null),
  /** Whether amounts include their fee (`inside`) or not (`beside`). */
  fee: z.enum(['inside', 'beside']).nullable().default(null),
});
export type StatementMapping = z.output<typeof statementMapping>;

/** A mapping stored for a bank. Later files with the same column names are read with it. */
export const statementLayout = z.object({ id: idSchema, bank: z.string(), savedAt: momentWire });
export type StatementLayout = z.infer<typeof statementLayout>;

/**
 * Questions that the file does not answer but an admin can. bank: several banks use these column names with
 * different meanings.
 */
export const statementQuestion = z.enum(['columns', 'dayOrder', 'point', 'zone', 'fee', 'bank']);
export type StatementQuestion = z.infer<typeof statementQuestion>;

/**
 * Assumptions about the file. moneyIn: amounts without a sign or direction are received money. zone: times
 * are UTC. currency: amounts are US dollars.
 */
export const statementAssumption = z.enum(['currency', 'zone', 'moneyIn']);
export const statementAssumptionTexts: Record<z.infer<typeof statementAssumption>, string> = {
  currency: 'No currency is named. Amounts are read as US dollars.',
  zone: 'Times have no time zone. They are read as UTC.',
  moneyIn: 'No amount has a minus. Entries without a direction are read as money in.',
};
export type StatementAssumption = z.infer<typeof statementAssumption>;

/** The table found in a CSV file. */
export const statementTable = z.object({
  headerLine: z.int(),
  header: z.array(z.string()),
  /** The first rows below the header, unchanged. */
  sample: z.array(z.array(z.string())),
  /** The index of each column that was found by name or mapped. */
  columns: z.partialRecord(statementColumn, z.int()),
  /** Lines that may contain the column names. */
  top: z.array(z.object({ line: z.int(), text: z.string() })),
});
export type StatementTable = z.output<typeof statementTable>;

export const statementProblem = z.object({
  /** Number of the line in the file, from 1; null if the problem concerns the whole file. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  says: z.string(),
  /** The question whose answer solves the problem. */
  asks: statementQuestion.optional(),
});

/** One entry of the file, as the server understood it. */
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
  /** Closing balance minus opening balance minus all entries. If it is not 0, rows are missing or misread. */
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
  /** Number of rows that are not final movements, and the first of them with the reason. */
  skipped: z.object({
    rows: z.int(),
    first: z.array(z.object({ line: z.int().nullable(), text: z.string(), why: z.string() })),
  }),
  assumed: z.array(statementAssumption),
  /** Digest of this preview. The import sends it, so that exactly the shown entries are stored. */
  digest: z.string(),
});

/** The contents of a file before anything is stored or matched. */
export const statementPreview = z.object({
  /** The table in the file; null if there is none. */
  table: statementTable.nullable(),
  /** The mapping with which the file was read. */
  mapping: statementMapping,
  /** The stored layout with which the file was read; null if none was used. */
  layout: statementLayout.nullable(),
  /** All stored layouts for these column names. */
  layouts: z.array(statementLayout),
  problems: z.array(statementProblem),
  /** The entries and sums; null while there are problems, and then nothing can be imported. */
  understood: statementUnderstood
    .extend({
      /** Number of lines that earlier imports already contain. */
      known: z.int(),
      /** Number of new lines with the same day and amount as an imported entry, but other texts. */
      alike: z.int(),
      /** Set if dates are in the future or unusually old, so that day, month or year may be misread. */
      oddDates: z.enum(['future', 'old']).nullable(),
    })
    .nullable(),
});
export type StatementPreview = z.output<typeof statementPreview>;
