import { z } from 'zod';
import { csvOf } from '#contract/wire/csv.ts';
import {
  cursorQuery,
  daySpan,
  idSchema,
  microsWire,
  momentWire,
  pageOf,
  sortBy,
} from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A month in UTC: "2026-03". */
export const monthSchema = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'must be a month, such as 2026-01.');

export const statementRow = z.object({
  /** The group of accounts: "Balance", "Pending earnings" … */
  section: z.string(),
  what: z.enum(['opening', 'movement', 'closing']),
  name: z.string(),
  /** The number of transfers that the row sums up; zero for a balance. */
  transfers: z.int(),
  amountMicros: microsWire,
});
export type StatementRow = z.infer<typeof statementRow>;

/**
 * For each section: the opening balance, one row per kind of movement, and the closing balance, which is the
 * sum of these rows.
 */
export const statement = pageOf(statementRow).extend({
  month: monthSchema,
  holder: z.string(),
  /** False if the month is not over: the closing balance is then the current balance. */
  isComplete: z.boolean(),
  drawnAt: momentWire,
});
export type Statement = z.infer<typeof statement>;

const query = cursorQuery.extend({ month: monthSchema });

const hostStatement = route('GET /api/host/statement', {
  access: 'host',
  scope: 'money:read',
  summary: "A month of the host's balance and of the budget in its listings, from the ledger",
  query,
  reply: statement,
});
const clipperStatement = route('GET /api/clipper/statement', {
  access: 'clipper',
  scope: 'money:read',
  summary: "A month of the clipper's earnings: pending, available, on their way, owed, from the ledger",
  query,
  reply: statement,
});

export const earningMoveType = z.enum(['Earned', 'Released', 'Taken back', 'Payout', 'Debt']);

const ownAccount = z.enum(['Pending', 'Available', 'Owed']);

/** A movement between a clipper's accounts, or into or out of them. */
export const earningMove = z.object({
  id: z.string(),
  date: momentWire,
  type: earningMoveType,
  name: z.string(),
  /** The clipper's accounts that the money left and reached; null if that account is somebody else's. */
  from: ownAccount.nullable(),
  to: ownAccount.nullable(),
  /** Negative when the money left the clipper's accounts. */
  amountMicros: microsWire,
  listingId: idSchema.nullable(),
  listingTitle: z.string().nullable(),
});
export type EarningMove = z.infer<typeof earningMove>;

const clipperMoves = route('GET /api/clipper/transactions', {
  access: 'clipper',
  scope: 'money:read',
  summary:
    'Every movement of the caller’s earnings, newest first or by `sort`, by type, listing, days (UTC, both included), and title, host or id',
  query: cursorQuery.extend({
    type: earningMoveType.optional(),
    ...daySpan,
    listing: idSchema.optional(),
    search: z.string().trim().max(100).optional(),
    sort: sortBy('date'),
  }),
  reply: pageOf(earningMove),
});

export const statementRoutes = {
  clipperMoves,
  clipperMovesCsv: csvOf(clipperMoves, 'transactions.csv'),
  hostStatement,
  hostStatementCsv: csvOf(hostStatement, 'statement.csv'),
  clipperStatement,
  clipperStatementCsv: csvOf(clipperStatement, 'statement.csv'),
};
