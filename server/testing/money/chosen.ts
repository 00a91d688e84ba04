import { type RawBuilder, sql } from 'kysely';
import { pick } from './done.ts';
import type { MoneyWorld } from './world.ts';

const among = async (w: MoneyWorld, n: number, query: RawBuilder<unknown>): Promise<string | undefined> => {
  const { rows } = await query.execute(w.db);
  return pick(rows as { id: string }[], n)?.id;
};

const isHeld = sql`exists (select from fraud_holds h where h.submission_id = s.id and h.state in ('open', 'escalated'))`;

/**
 * Each function picks an object that an action can apply to, so that few actions do nothing. Returns
 * undefined when there is none.
 */
export const chosen = {
  pendingClip: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from submissions where status = 'pending' and decision is null order by id`),
  countedClip: (w: MoneyWorld, n: number) =>
    among(
      w,
      n,
      sql`
      select s.id from submissions s join clip_tracking t on t.submission_id = s.id
      where t.state = 'polling' and not ${isHeld} order by s.id`,
    ),
  heldClip: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select s.id from submissions s where ${isHeld} order by s.id`),
  decidedClip: (w: MoneyWorld, n: number) =>
    among(
      w,
      n,
      sql`
      select s.id from submissions s where s.status = 'rejected' or exists (
        select from fraud_holds h where h.submission_id = s.id and h.state <> 'released') order by s.id`,
    ),
  approvedClip: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from submissions where status = 'approved' order by id`),
  openListing: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from listings where state in ('active', 'paused') order by id`),
  unsettledListing: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from listings where state in ('active', 'paused', 'ended') order by id`),
  frozenListing: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from listings where remainder_frozen order by id`),
  arrivedDeposit: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from deposits where state = 'confirmed' order by id`),
  arrivedCard: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from deposits where rail = 'stripe' and state = 'confirmed' order by id`),
  questionedDeposit: (w: MoneyWorld, n: number) =>
    among(
      w,
      n,
      sql`select id from deposits where state in ('disputed', 'charged_back') or frozen_at is not null order by id`,
    ),
  requestedPayout: (w: MoneyWorld, n: number) =>
    among(w, n, sql`select id from payouts where state = 'requested' order by id`),
  sentPayout: (w: MoneyWorld, n: number) =>
    among(
      w,
      n,
      sql`
      select id from payouts where rail = 'paypal' and state in ('processing', 'paid') order by state, id`,
    ),
  debtor: (w: MoneyWorld, n: number) =>
    among(
      w,
      n,
      sql`
      select owner_id as id from ledger_accounts where kind = 'clipper_owed' and balance_micros < 0 order by owner_id`,
    ),
};
