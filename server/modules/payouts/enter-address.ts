import { sql } from 'kysely';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { formatUsd, type Micros, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { decideMoneyAct } from '#server/infra/money-act.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { confirmAge, findOwners } from '#server/modules/accounts/accounts.ts';
import { holdSameIdentity } from '#server/modules/fraud-holds/fraud-holds.ts';
import { cancelByAdmin } from './give-back.ts';
import { lockBalances } from './lock-balances.ts';
import { addressEnteredMail } from './mails.ts';
import { payReviewed } from './pay-reviewed.ts';
import { findAddress } from './queries.ts';
import { maskEmail } from './rules.ts';

interface Entry {
  accountId: AccountId;
  adminId: UserId;
  email: string;
  /** The person has confirmed to the operator that they are of age. */
  isAdult: boolean;
  reason: string;
  appUrl: string;
  now: Date;
}

type Refused =
  | 'not_found'
  | 'changed_meanwhile'
  | 'payout_email_of_admin'
  | 'second_admin_needed'
  | 'own_money';

/**
 * Enters the payment address of a banned person, who can't sign in to do so. The address waits 24 hours, and
 * the person's own mailbox and the old address get a mail. Requested payouts are canceled, because an admin's
 * agreement covers only one address; a new payout to the new address then starts. The two-admin rule counts
 * all money that may ever go to the address.
 */
export async function enterAddress(
  tx: Tx,
  entry: Entry,
): Promise<Outcome<{ usableAt: Date; startedMicros: Micros }, Refused>> {
  const { accountId, adminId, now } = entry;
  const email = entry.email.trim().toLowerCase();
  await lockBalances(tx, [accountId]);
  const person = await tx
    .selectFrom('accounts')
    .select(['banned_at', 'closed_at'])
    .where('id', '=', accountId)
    .where('role', 'is distinct from', 'admin')
    // The lock is shared, like the lock under which a payout is picked up. An exclusive lock could deadlock
    // with that one.
    .forShare()
    .executeTakeFirst();
  if (!person) return refuse('not_found');
  if (!person.banned_at || person.closed_at) return refuse('changed_meanwhile');
  if (await isOfAdmin(tx, email)) return refuse('payout_email_of_admin', { field: 'email' });
  const old = await findAddress(tx, accountId);
  const usableAt = after(now, PAYOUT_ADDRESS_WAIT_HOURS * HOUR);
  const amountMicros = await mayGoThere(tx, accountId);
  await store(tx, entry, { email, usableAt });
  await writeAudit(tx, actBy('admin', adminId, now), 'payout_address.entered', 'user', accountId, {
    from: old && maskEmail(old.email),
    to: maskEmail(email),
    reason: entry.reason,
    isAdult: entry.isAdult,
  });
  await holdSameIdentity(tx, { clipperId: accountId }, now);
  await cancelRequested(tx, entry, 'It is paid to another address.');
  const startedMicros = await payReviewed(tx, { clipperId: accountId, adminId, now });
  const owners = await findOwners(tx, accountId);
  for (const to of new Set([...owners.map((owner) => owner.email), ...(old ? [old.email] : [])]))
    await enqueueMail(tx, addressEnteredMail(to, { email, usableAt, appUrl: entry.appUrl }), now);
  const alone = await decideMoneyAct(tx, {
    kind: 'payout_address.enter',
    subjectId: accountId,
    adminId,
    shares: [{ accountId, amountMicros }],
    terms: { email },
    summary: `a banned person is paid at ${maskEmail(email)}, ${formatUsd(amountMicros)} so far.`,
    now,
  });
  return alone ?? { usableAt, startedMicros };
}

/** Returns whether the address is the mailbox of an admin, in any spelling. */
async function isOfAdmin(tx: Tx, email: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where role = 'admin' and email_mark(email) = email_mark(${email})) as found`.execute(
    tx,
  );
  return rows[0]!.found;
}

/** Returns the sum of a person's balances and of the payouts that wait to be sent to them. */
async function mayGoThere(tx: Tx, accountId: AccountId): Promise<Micros> {
  const { rows } = await sql<{ sum: bigint }>`
    select (
      (select coalesce(sum(balance_micros), 0) from ledger_accounts
        where owner_id = ${accountId} and kind in ('clipper_pending', 'clipper_available'))
      + (select coalesce(sum(amount_micros), 0) from payouts
        where clipper_id = ${accountId} and state = 'requested'))::bigint as sum`.execute(tx);
  return micros(rows[0]!.sum);
}

async function store(
  tx: Tx,
  { accountId, adminId, isAdult, now }: Entry,
  { email, usableAt }: { email: string; usableAt: Date },
): Promise<void> {
  const row = { email, usable_at: usableAt, set_at: now };
  await tx
    .insertInto('payout_addresses')
    .values({ user_id: accountId, ...row })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
    .execute();
  if (isAdult)
    for (const { userId } of await findOwners(tx, accountId))
      await confirmAge(tx, { userId, by: { actorId: adminId, actorKind: 'admin' }, now });
}

/**
 * Cancels a person's requested payouts, because each payout, and each admin's agreement to one, names the old
 * address. The caller has locked the person's balances.
 */
export async function cancelRequested(
  tx: Tx,
  { accountId, adminId, now }: Pick<Entry, 'accountId' | 'adminId' | 'now'>,
  reason: string,
): Promise<void> {
  const requested = await tx
    .selectFrom('payouts')
    .select('id')
    .where('clipper_id', '=', accountId)
    .where('state', '=', 'requested')
    .orderBy('id')
    .execute();
  for (const { id } of requested) {
    const act = { payoutId: id, actorId: adminId, now };
    const canceled = await cancelByAdmin(tx, act, reason);
    // A payout picked up at the same moment is paid to the address that it names.
    if (isRefusal(canceled) && canceled.code !== 'payout_state')
      throw new Error(`payout ${id}: ${canceled.code}`);
  }
}
