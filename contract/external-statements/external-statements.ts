import { z } from 'zod';
import { NOTE_MAX, STATEMENT_BANK_MAX, STATEMENT_MAX_BYTES } from '#contract/limits.ts';
import { csvOf, csvOfWhole } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  idParams,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';
import { statementMapping, statementPreview } from './statement-preview.ts';

/** Providers whose statements show the platform's money. */
export const statementRail = z.enum(['stripe', 'paypal', 'bank']);
export type StatementRail = z.infer<typeof statementRail>;

/**
 * Rails of booked movements. Money on the manual rail is sent from the bank or from PayPal, so the statements
 * of both may contain it.
 */
export const bookedRail = z.enum([...statementRail.options, 'manual']);

/**
 * differs: the references are equal, but the amounts aren't. only_outside: our books have no such movement.
 * internal: a transfer between the platform's own accounts, or a movement that was reversed outside.
 * explained: an admin gave a reason.
 */
export const lineState = z.enum([
  'matched',
  'differs',
  'only_outside',
  'other_currency',
  'internal',
  'explained',
]);
export type LineState = z.infer<typeof lineState>;

const note = z.object({ reason: z.string(), by: z.string().nullable(), at: momentWire });

/** A line of an external statement, and the movement that we booked for it. */
export const externalLine = z.object({
  id: idSchema,
  rail: statementRail,
  occurredAt: momentWire,
  /** The kind of movement, as the provider names it. */
  category: z.string(),
  isFee: z.boolean(),
  reference: z.string(),
  counterparty: z.string().nullable(),
  description: z.string().nullable(),
  /** Amount in millionths of `currency`; positive if money was received. */
  amountMicros: microsWire,
  currency: z.string(),
  state: lineState,
  /** The amount that the ledger booked for the line; null if it booked none. */
  bookedMicros: microsWire.nullable(),
  bookedAs: z.string().nullable(),
  note: note.nullable(),
  canHold: z.boolean(),
});
export type ExternalLine = z.infer<typeof externalLine>;

/** A movement of a clearing account that no statement contains. */
export const missingMovement = z.object({
  id: idSchema,
  rail: bookedRail,
  occurredAt: momentWire,
  kind: z.string(),
  name: z.string(),
  reference: z.string(),
  amountMicros: microsWire,
  note: note.nullable(),
});
export type MissingMovement = z.infer<typeof missingMovement>;

const railSummary = z.object({
  rail: bookedRail,
  lastImport: z
    .object({ at: momentWire, fileName: z.string().nullable(), lines: z.int(), newLines: z.int() })
    .nullable(),
  /** The period that the imported statements cover. The manual rail uses the bank's period. */
  period: z.object({ from: momentWire, to: momentWire }).nullable(),
  canFetch: z.boolean(),
  /** The sum of the imported lines in dollars, without transfers between the platform's own accounts. */
  outsideMicros: microsWire,
  /** The balance of the rail's clearing account in the ledger: debits minus credits. */
  bookedMicros: microsWire,
  matched: z.int(),
  differs: z.int(),
  onlyOutside: z.int(),
  onlyBooked: z.int(),
  internal: z.int(),
  explained: z.int(),
});
export type RailSummary = z.infer<typeof railSummary>;

const imported = z.object({
  lines: z.int(),
  /** Number of lines that no earlier import contained. */
  newLines: z.int(),
  /** Number of lines, over all imports, that match no movement and that nobody has explained. */
  unmatched: z.int(),
});
export type Imported = z.infer<typeof imported>;

const externalLines = route('GET /api/admin/external-lines', {
  access: 'admin',
  summary: 'The lines of imported statements of Stripe, PayPal and the bank, newest first or by `sort`',
  query: cursorQuery.extend({
    rail: statementRail.optional(),
    /** open: only lines that a person has to handle. */
    state: z.enum(['open', ...lineState.options]).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(externalLine),
});

const missingMovements = route('GET /api/admin/missing-movements', {
  access: 'admin',
  summary:
    'Movements booked at Stripe, PayPal or the bank that no statement contains, newest first or by `sort`',
  query: cursorQuery.extend({
    rail: bookedRail.optional(),
    state: z.enum(['open', 'explained']).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(missingMovement),
});

/**
 * A statement file, with the admin's mapping or the id of a stored layout. Without either, columns are found
 * by their names or by the one stored layout with these names.
 */
const statementFile = z.object({
  rail: statementRail,
  text: z.string().min(1, 'The file is empty.').max(STATEMENT_MAX_BYTES),
  mapping: statementMapping.optional(),
  layoutId: idSchema.optional(),
});
export type StatementFile = z.output<typeof statementFile>;

const reason = z.string().trim().min(1, 'Say why.').max(NOTE_MAX);

const externalSummary = route('GET /api/admin/external-statements', {
  access: 'admin',
  summary: 'Statements of Stripe, PayPal and the bank compared with the ledger, by account',
  reply: z.object({ rails: z.array(railSummary) }),
});

export const externalStatementRoutes = {
  externalLines,
  externalLinesCsv: csvOf(externalLines, 'external-lines.csv'),
  missingMovements,
  missingMovementsCsv: csvOf(missingMovements, 'missing-movements.csv'),
  externalSummary,
  externalSummaryCsv: csvOfWhole(externalSummary, 'statements.csv'),
  previewStatement: route('POST /api/admin/external-statements/preview', {
    access: 'admin',
    summary: 'Preview a statement’s file. Stores nothing',
    body: statementFile,
    reply: statementPreview,
    bodyMaxBytes: STATEMENT_MAX_BYTES,
    perMinute: 60,
  }),
  importStatement: route('POST /api/admin/external-statements', {
    access: 'admin',
    summary:
      'Import a statement: CSV of Stripe, PayPal or a bank, or camt.053. Imports all of its lines or none',
    body: statementFile.extend({
      fileName: z.string().trim().min(1).max(200),
      /**
       * Digest of the preview. The import is refused if it would store other entries than the preview showed.
       */
      digest: z.string().max(64),
      /** If present, the mapping is stored under this bank's name. */
      bank: z.string().trim().min(1, 'Enter the bank’s name.').max(STATEMENT_BANK_MAX).optional(),
    }),
    reply: imported,
    errors: ['statement_unreadable', 'statement_conflict', 'statement_reads_differently', 'too_many_layouts'],
    bodyMaxBytes: STATEMENT_MAX_BYTES,
    perMinute: 20,
  }),
  forgetLayout: route('DELETE /api/admin/statement-layouts/:id', {
    access: 'admin',
    summary: 'Forget how the columns of a bank’s files are read',
    params: idParams,
    errors: ['not_found'],
  }),
  fetchStatement: route('POST /api/admin/external-statements/fetch', {
    access: 'admin',
    summary: 'Fetch the report of Stripe or PayPal and import it',
    body: z.object({ rail: statementRail }),
    reply: imported,
    errors: ['statement_not_offered', 'statement_unreachable', 'statement_unreadable', 'statement_conflict'],
    perMinute: 20,
  }),
  holdLine: route('POST /api/admin/external-lines/:id/suspense', {
    access: 'admin',
    recentLogin: true,
    idempotent: true,
    summary:
      'Book a statement line without a match in the ledger to suspense, once, until its owner is found',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled', 'line_not_money_in', 'second_admin_needed'],
  }),
  explainLine: route('POST /api/admin/external-lines/:id/note', {
    access: 'admin',
    summary: 'Explain a statement line that matches nothing, once',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled'],
  }),
  explainMovement: route('POST /api/admin/missing-movements/:id/note', {
    access: 'admin',
    summary: 'Explain a movement that no statement contains, once',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled'],
  }),
};
