import { z } from 'zod';
import { csvOf } from './csv.ts';
import { cursorQuery, idSchema, microsWire, momentWire, pageOf } from './primitives.ts';
import { route } from './route.ts';

/** A row of the host's transaction history: what came in, what went into listings and came back. */
export const hostTransaction = z.object({
  id: z.string(),
  date: momentWire,
  /** As the balance saw it: negative when money left it for a listing. */
  amountMicros: microsWire,
  type: z.enum(['Deposit', 'Listing posted', 'Listing topped up', 'Listing returned', 'Refund']),
  listingId: idSchema.nullable(),
  listingTitle: z.string().nullable(),
  status: z.string(),
});
export type HostTransaction = z.infer<typeof hostTransaction>;

const hostTransactions = route({
  method: 'GET',
  path: '/api/host/transactions',
  access: 'host',
  summary: 'Deposits and moves between balance and listings',
  query: cursorQuery,
  reply: pageOf(hostTransaction),
});

export const depositRoutes = {
  hostTransactions,
  hostTransactionsCsv: csvOf(hostTransactions, 'transactions.csv'),
  depositByTestCard: route({
    method: 'POST',
    path: '/api/deposits/test-card',
    access: 'host',
    summary: 'Add funds by the labelled test card (demo mode only)',
    body: z.object({ amountMicros: microsWire }),
    reply: z.object({ id: idSchema, balanceMicros: microsWire }),
    errors: ['test_card_off', 'deposit_amount'],
    idempotent: true,
  }),
};
