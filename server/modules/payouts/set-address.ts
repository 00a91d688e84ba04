import { PAYOUT_ADDRESS_WAIT_HOURS } from '#contract/limits.ts';
import { type Actor, confirmedRecently } from '#server/http/actor.ts';
import { mayMail } from '#server/http/mail-allowance.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { after, HOUR } from '#server/infra/clock.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import type { VerifyPassword } from '#server/modules/accounts/accounts.ts';
import { holdSameIdentity } from '#server/modules/fraud-holds/fraud-holds.ts';
import { addressChangedMail, addressSetMail } from './mails.ts';
import { findAddress, findCountry, hasEarned, hasPassword } from './queries.ts';
import { maskEmail } from './rules.ts';
import { setCountry } from './set-country.ts';

const WAIT = PAYOUT_ADDRESS_WAIT_HOURS * HOUR;

interface Ask {
  actor: Actor;
  email: string;
  country: string | undefined;
  password: string | undefined;
  now: Date;
}
type New = Pick<Ask, 'actor' | 'email' | 'now'> & { appUrl: string };
type Address = { email: string; usableAt: Date };

type Refused = 'confirm_identity' | 'login_failed' | 'missing_information' | 'payout_country_unsupported';

/**
 * Sets the payment address. The first address needs a proof of identity that is minutes old, causes a mail to
 * the account's own mailbox, and waits 24 hours once anything was earned. A change needs the password, waits
 * 24 hours, and causes mails to the account's own mailbox and the old address. So a stolen session can't
 * redirect a payout.
 */
export async function setAddress(
  db: Database,
  { verifyPassword, appUrl }: { verifyPassword: VerifyPassword; appUrl: string },
  { actor, email, country, password, now }: Ask,
): Promise<Outcome<Address, Refused>> {
  const address = email.trim().toLowerCase();
  if (!country && !(await findCountry(db, actor.accountId))) {
    return refuse('missing_information', { field: 'country', detail: 'Choose the country you are paid in.' });
  }
  const known = await findAddress(db, actor.accountId);
  if (!known && !confirmedRecently(actor)) return refuse('confirm_identity');
  const first = await transact(db, async (tx) => {
    const refused = country ? await setCountry(tx, actor, country, now) : null;
    if (isRefusal(refused)) return refused;
    return await setFirst(tx, { actor, email: address, now, appUrl });
  });
  if (first) return first;
  const refused = await proveOwner(db, verifyPassword, { actor, password });
  if (refused) return refused;
  // The mail limit is checked before the change, because the payment email may belong to a stranger, who must
  // not be flooded with mails.
  const wanted = { kind: 'payout-address', to: known?.email ?? address, sender: actor.accountId } as const;
  const mayNotifyOld = await mayMail(db, wanted);
  return await transact(db, (tx) => change(tx, { actor, email: address, now, appUrl, mayNotifyOld }));
}

/**
 * Proves that the account's owner acts: by the password, or by a Google sign-in within the last minutes if
 * there is no password.
 */
async function proveOwner(
  db: Database,
  verifyPassword: VerifyPassword,
  { actor, password }: Pick<Ask, 'actor' | 'password'>,
): Promise<Outcome<null, Refused>> {
  if (!actor.isDemo && !(await hasPassword(db, actor.userId))) {
    return confirmedRecently(actor) ? null : refuse('confirm_identity');
  }
  if (!password) {
    return refuse('missing_information', {
      field: 'password',
      detail: 'Enter your password to change the payment email.',
    });
  }
  if (!(await verifyPassword(actor.userId, password))) {
    return refuse('login_failed', { field: 'password', detail: 'The password is wrong.' });
  }
  return null;
}

/**
 * Sets the first address. Returns null if there is an address already, because changing an address has other
 * rules.
 */
async function setFirst(tx: Tx, { actor, email, now, appUrl }: New): Promise<Address | null> {
  const usableAt = (await hasEarned(tx, actor.accountId)) ? after(now, WAIT) : now;
  const inserted = await tx
    .insertInto('payout_addresses')
    .values({ user_id: actor.accountId, email, usable_at: usableAt, set_at: now })
    .onConflict((oc) => oc.column('user_id').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (inserted) {
    await audit(tx, actor, null, email, now);
    await holdSameIdentity(tx, { clipperId: actor.accountId }, now);
    await enqueueMail(tx, addressSetMail(actor.email, { email, usableAt, appUrl }), now);
    return { email, usableAt };
  }
  const known = await tx
    .selectFrom('payout_addresses')
    .select(['email', 'usable_at'])
    .where('user_id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  return known.email === email ? { email, usableAt: known.usable_at } : null;
}

async function change(
  tx: Tx,
  { actor, email, now, appUrl, mayNotifyOld }: New & { mayNotifyOld: boolean },
): Promise<Address> {
  const old = await tx
    .selectFrom('payout_addresses')
    .select('email')
    .where('user_id', '=', actor.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const usableAt = after(now, WAIT);
  await tx
    .updateTable('payout_addresses')
    .set({ email, usable_at: usableAt, set_at: now })
    .where('user_id', '=', actor.accountId)
    .execute();
  await audit(tx, actor, old.email, email, now);
  await holdSameIdentity(tx, { clipperId: actor.accountId }, now);
  // The account's own mailbox has no limit, so that a flood of mails to the old address can't hide the change
  // from the owner.
  const recipients = new Set(mayNotifyOld ? [actor.email, old.email] : [actor.email]);
  for (const to of recipients)
    await enqueueMail(tx, addressChangedMail(to, { email, usableAt, appUrl }), now);
  return { email, usableAt };
}

async function audit(tx: Tx, actor: Actor, from: string | null, to: string, now: Date): Promise<void> {
  await writeAudit(tx, actBy('clipper', actor.userId, now), 'payout_address.set', 'user', actor.accountId, {
    from: from && maskEmail(from),
    to: maskEmail(to),
  });
}
