import { type RawBuilder, sql } from 'kysely';

/** A change of one row in the database that leaves every sum unchanged. */
export interface Damage {
  /** The damage's name in docs/ledger.md. */
  what: string;
  /** Changes at least one row of the rich book. */
  by: RawBuilder<unknown>;
  /** The invariant that must report the damage; others may report it too. */
  found: string;
}

/** Invariants that report several damages. */
export const NAMED = {
  SNAPSHOT: 'a count that was paid for is what its snapshot says, while that is kept',
  MOMENTS: 'each step’s moments follow from each other',
  STEP: 'each step is of its clip’s listing, clipper and rate',
  TERMS: 'a clip earns by the terms it was submitted under',
  PAID_AT_ONCE: 'what a listing paid a clipper at one moment is the steps of that moment',
  RELEASED: 'what became available at one moment is the steps released then',
  REVERSED: 'what was taken back is the steps that were reversed',
  REQUEST: 'each entry is the request that was posted under its key',
  DEPOSIT: 'each deposit arrived by its rail, at its host, at its stated moment',
  REFUND: 'each refund left by its deposit’s rail, from its host, and ended when it says',
  DISPUTE: 'each dispute holds its amount while the bank has it, and its deposit says so',
  PAYOUT: 'each payout moved from its clipper, by its rail, at the moments it says',
  PART: 'each part of a payout is its clipper’s step, released before it was linked, and freed when the payout ended',
  ITEM: 'each suspense item moved from and to the accounts it states, at its moments',
  CLIP: 'what moves for a clip moves between its listing, its reserve and its clipper',
  FUNDS: 'what funds a listing, and what it returns, is its host’s',
  POSTED: 'each listing was posted once, and closed as often as it returned money',
  HOLD: 'a hold is decided at a moment, or waits until one that is near',
} as const;

/** Selects one accrual in this state. */
export const step = (state: 'pending' | 'released' | 'reversed') =>
  sql`(submission_id, entry_id) = (select submission_id, entry_id from accruals where state = ${state} order by 1, 2 limit 1)`;
/** Selects the id of the first row that matches a condition. */
export const first = (table: string, where: RawBuilder<unknown>) =>
  sql`id = (select id from ${sql.table(table)} where ${where} order by id limit 1)`;
/** Selects another person of this role. */
export const other = (role: 'host' | 'clipper', than: RawBuilder<unknown>) =>
  sql`(select id from users where role = ${role} and id <> ${than} order by id limit 1)`;
export const movement = (kind: string, where: RawBuilder<unknown> = sql`true`) =>
  sql`(entry_id, line) = (select entry_id, line from ledger_transfers where kind = ${kind} and ${where} order by 1, 2 limit 1)`;
export const entry = (kind: string) =>
  sql`id = (select id from ledger_entries where kind = ${kind} order by id limit 1)`;
export const paid = sql`state = 'paid'`;
export const fourCents = 40_000n;
export const at = new Date('2026-03-05T00:00:00Z');
