import { z } from 'zod';
import { csvOf } from './csv.ts';
import { cursorQuery, microsWire, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** A month in UTC: "2026-03". */
export const monthSchema = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/);

export const statementRow = z.object({
  /** The accounts it is about: "Balance", "Earnings held" … */
  section: z.string(),
  what: z.enum(['opening', 'movement', 'closing']),
  name: z.string(),
  /** Transfers that it sums; zero for a balance. */
  transfers: z.int(),
  amountMicros: microsWire,
});
export type StatementRow = z.infer<typeof statementRow>;

/** Per section: the opening balance, each kind of movement, and the closing balance, which is their sum. */
export const statement = pageOf(statementRow).extend({
  month: monthSchema,
  holder: z.string(),
  /** False while the month goes on: the closing balance is the one of now. */
  isComplete: z.boolean(),
  drawnAt: momentWire,
});
export type Statement = z.infer<typeof statement>;

const query = cursorQuery.extend({ month: monthSchema });

const hostStatement = route({
  method: 'GET',
  path: '/api/host/statement',
  access: 'host',
  summary: "A month of the host's balance and of the budget in its listings, from the ledger",
  query,
  reply: statement,
});
const clipperStatement = route({
  method: 'GET',
  path: '/api/clipper/statement',
  access: 'clipper',
  summary: "A month of the clipper's earnings: held, available, on their way, owed, from the ledger",
  query,
  reply: statement,
});

export const statementRoutes = {
  hostStatement,
  hostStatementCsv: csvOf(hostStatement, 'statement.csv'),
  clipperStatement,
  clipperStatementCsv: csvOf(clipperStatement, 'statement.csv'),
};
