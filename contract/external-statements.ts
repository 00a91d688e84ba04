import { z } from 'zod';
import { csvOf, csvOfWhole } from './csv.ts';
import { NOTE_MAX, STATEMENT_MAX_BYTES } from './limits.ts';
import { cursorQuery, idParams, idSchema, microsWire, momentWire, pageOf, sortBy } from './primitives.ts';
import { route } from './route.ts';

/** Who gives statements of the platform's money. */
export const statementRail = z.enum(['stripe', 'paypal', 'bank']);
export type StatementRail = z.infer<typeof statementRail>;

/** Money leaves by hand from the bank or from PayPal: either statement may have it. */
export const bookedRail = z.enum([...statementRail.options, 'manual']);

/**
 * differs: the references agree, the amounts do not. only_outside: we have not booked it. internal: between accounts of the
 * platform, or undone outside. explained: an admin has said why it is all right.
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

/** A movement as the other side tells it, beside what we booked of it. */
export const externalLine = z.object({
  id: idSchema,
  rail: statementRail,
  occurredAt: momentWire,
  /** The other side's word for it. */
  category: z.string(),
  isFee: z.boolean(),
  reference: z.string(),
  counterparty: z.string().nullable(),
  description: z.string().nullable(),
  /** Above zero: it came in. In millionths of `currency`. */
  amountMicros: microsWire,
  currency: z.string(),
  state: lineState,
  /** What the ledger moved of it; null: nothing. */
  bookedMicros: microsWire.nullable(),
  bookedAs: z.string().nullable(),
  note: note.nullable(),
  canHold: z.boolean(),
});
export type ExternalLine = z.infer<typeof externalLine>;

/** A movement of a clearing account that no statement has. */
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
  /** From the first to the last moment that the imported statements tell of; by hand: the bank's. */
  period: z.object({ from: momentWire, to: momentWire }).nullable(),
  canFetch: z.boolean(),
  /** What the imported lines in dollars add up to, without transfers between the platform's own accounts. */
  outsideMicros: microsWire,
  /** What stands there by the ledger: the clearing account, debits less credits. */
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
  /** Those that no earlier import had. */
  newLines: z.int(),
  /** Of everything that was ever imported: what matches nothing and nobody has explained. */
  unmatched: z.int(),
});
export type Imported = z.infer<typeof imported>;

const externalLines = route('GET /api/admin/external-lines', {
  access: 'admin',
  summary: 'The lines of imported statements of Stripe, PayPal and the bank, newest first or by `sort`',
  query: cursorQuery.extend({
    rail: statementRail.optional(),
    /** open: what needs a person. */
    state: z.enum(['open', ...lineState.options]).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(externalLine),
});

const missingMovements = route('GET /api/admin/missing-movements', {
  access: 'admin',
  summary: 'What we booked at Stripe, PayPal or the bank and no statement has, newest first or by `sort`',
  query: cursorQuery.extend({
    rail: bookedRail.optional(),
    state: z.enum(['open', 'explained']).default('open'),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(missingMovement),
});

const reason = z.string().trim().min(1, 'Say why.').max(NOTE_MAX);

const externalSummary = route('GET /api/admin/external-statements', {
  access: 'admin',
  summary: 'How the statements of Stripe, PayPal and the bank fit the ledger, by account',
  reply: z.object({ rails: z.array(railSummary) }),
});

export const externalStatementRoutes = {
  externalLines,
  externalLinesCsv: csvOf(externalLines, 'external-lines.csv'),
  missingMovements,
  missingMovementsCsv: csvOf(missingMovements, 'missing-movements.csv'),
  externalSummary,
  externalSummaryCsv: csvOfWhole(externalSummary, 'statements.csv'),
  importStatement: route('POST /api/admin/external-statements', {
    access: 'admin',
    summary: 'Imports a statement: CSV of Stripe, PayPal or a bank, or camt.053. All of its lines or none',
    body: z.object({
      rail: statementRail,
      fileName: z.string().trim().min(1).max(200),
      text: z.string().min(1, 'The file is empty.').max(STATEMENT_MAX_BYTES),
    }),
    reply: imported,
    errors: ['statement_unreadable', 'statement_conflict'],
    bodyMaxBytes: STATEMENT_MAX_BYTES,
    perMinute: 20,
  }),
  fetchStatement: route('POST /api/admin/external-statements/fetch', {
    access: 'admin',
    summary: 'Fetches the report of Stripe or PayPal and imports it',
    body: z.object({ rail: statementRail }),
    reply: imported,
    errors: ['statement_not_offered', 'statement_unreachable', 'statement_unreadable', 'statement_conflict'],
    perMinute: 20,
  }),
  holdLine: route('POST /api/admin/external-lines/:id/suspense', {
    access: 'admin',
    recentLogin: true,
    idempotent: true,
    summary: 'Books money that only the other side knows to suspense, once, for somebody to find its owner',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled', 'line_not_money_in', 'second_admin_needed', 'own_money'],
  }),
  explainLine: route('POST /api/admin/external-lines/:id/note', {
    access: 'admin',
    summary: 'Explains a line that matches nothing, once',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled'],
  }),
  explainMovement: route('POST /api/admin/missing-movements/:id/note', {
    access: 'admin',
    summary: 'Explains a movement that no statement contains, once',
    params: idParams,
    body: z.object({ reason }),
    errors: ['not_found', 'line_settled'],
  }),
};
