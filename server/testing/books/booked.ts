import type { Database } from '#server/infra/transaction.ts';
import type { Exchange } from './caller.ts';

/** For each route that moves money at once: the kind of transfer, what it is about, and its amount. */
const routes: [RegExp, (exchange: Exchange, id: string) => string][] = [
  [
    /^\/api\/deposits\/test-card$/,
    ({ reply, body }) => line('deposit.confirmed', reply.body.id, amountIn(body)),
  ],
  [/^\/api\/listings$/, ({ reply, body }) => line('listing.posted', reply.body.id, amountIn(body))],
  [/^\/api\/listings\/([^/]+)\/top-up$/, ({ body }, id) => line('listing.topped_up', id, amountIn(body))],
  [/^\/api\/payouts$/, ({ reply: { body } }) => line('payout.started', body.id, body.amountMicros)],
  [
    /^\/api\/admin\/users\/([^/]+)\/write-off-debt$/,
    ({ reply }, id) => line('debt.written_off', id, reply.body.writtenOffMicros),
  ],
];

const amountIn = (body: object | undefined): string => {
  const { amountMicros, budgetMicros } = body as { amountMicros?: string; budgetMicros?: string };
  return amountMicros ?? budgetMicros!;
};
const line = (kind: string, subjectId: string, amount: string): string => `${kind} ${subjectId} ${amount}`;

/** Actions that only people perform: the ledger has no such transfer that was not acknowledged. */
const BY_PEOPLE = ['listing.posted', 'listing.topped_up', 'debt.written_off'];
const KINDS = [...BY_PEOPLE, 'deposit.confirmed', 'payout.started'];

/** Returns the transfers that these replies acknowledged. */
export function bookedBy(replies: readonly Exchange[]): string[] {
  return replies.flatMap((exchange) => {
    const { method, path, reply } = exchange;
    if (method !== 'POST' || reply.status !== 200) return [];
    return routes.flatMap(([pattern, lineOf]) => {
      const found = pattern.exec(path);
      return found ? [lineOf(exchange, found[1] ?? '')] : [];
    });
  });
}

/** Returns the transfers that were acknowledged and are not in the ledger, and those that are there too often. */
export async function compareBooked(
  db: Database,
  replies: readonly Exchange[],
  before: ReadonlySet<string>,
): Promise<{ lost: string[]; twice: string[] }> {
  const found = (await transfersIn(db)).filter((one) => !before.has(one));
  const booked = bookedBy(replies).filter((one) => !one.endsWith(' 0'));
  const byPeople = found.filter((one) => BY_PEOPLE.some((kind) => one.startsWith(kind)));
  return { lost: without(booked, found), twice: without(byPeople, booked) };
}

/** Returns the ledger's transfers of the kinds that replies acknowledge. */
export async function transfersIn(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_transfers')
    .select(['kind', 'subject_id', 'amount_micros'])
    .where('kind', 'in', KINDS)
    .execute();
  return rows.map(({ kind, subject_id, amount_micros }) => line(kind, subject_id, String(amount_micros)));
}

/** Returns the elements of `all` that are not matched in `taken`: the difference of two multisets. */
export function without(all: string[], taken: string[]): string[] {
  const left = [...taken];
  return all.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
