import type { AccountId } from '#contract/accounts/ids.ts';
import { type Actor, confirmedRecently } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, type Tx, transact } from '#server/infra/transaction.ts';
import { eraseUser, type VerifyPassword } from '#server/modules/accounts/accounts.ts';
import { eraseKeys } from '#server/modules/api-keys/api-keys.ts';
import { eraseAttestationTexts } from '#server/modules/attestations/attestations.ts';
import { type EndedConnection, eraseConnections } from '#server/modules/connections/connections.ts';
import { erasePayers } from '#server/modules/deposits/deposits.ts';
import { eraseDiscord } from '#server/modules/discord/discord.ts';
import { eraseFollows } from '#server/modules/follows/follows.ts';
import { clipperAvailable, clipperPending, host, lock } from '#server/modules/ledger/ledger.ts';
import { eraseResultLinks } from '#server/modules/listing-results/listing-results.ts';
import { eraseFilesOf } from '#server/modules/media/media.ts';
import { eraseNotifications } from '#server/modules/notifications/notifications.ts';
import { closeBalance, forgetAddress } from '#server/modules/payouts/payouts.ts';
import { eraseProfile } from '#server/modules/profiles/profiles.ts';
import { findPeople } from '#server/modules/proofs/proofs.ts';
import { eraseStudioProjects } from '#server/modules/studio/studio.ts';
import { eraseWriter } from '#server/modules/support/support.ts';
import { eraseVerifiedRecords } from '#server/modules/verified-records/verified-records.ts';
import { eraseWebhookEndpoints } from '#server/modules/webhook-endpoints/webhook-endpoints.ts';
import { findObstacles } from './find-obstacles.ts';
import { findOwnName } from './queries.ts';

export interface CloseDeps {
  db: Database;
  verifyPassword: VerifyPassword;
  /** Revokes the consents at the platforms after the account is erased. */
  endConsents: (erased: readonly EndedConnection[]) => Promise<void>;
  /**
   * Checks at the platforms whether the person still owns the accounts that earned the balance. Returns null
   * if so, otherwise the reason as a text for the person.
   */
  verifyBalanceOwnership: (accountId: AccountId, now: Date) => Promise<string | null>;
}

interface Ask {
  confirmation: string;
  password?: string | undefined;
}

/**
 * Closes an account in one transaction, at the request of its person. Refuses while anything is open. Pays
 * out available money in whole cents. Erases everything that names the person; ledger, clips and audit rows
 * stay under an anonymous id.
 */
export async function closeAccount(
  { db, verifyPassword, endConsents, verifyBalanceOwnership }: CloseDeps,
  actor: Actor,
  ask: Ask,
  now: Date,
): Promise<
  Outcome<
    null,
    | 'account_open'
    | 'confirmation_differs'
    | 'confirm_identity'
    | 'login_failed'
    | 'demo_account_fixed'
    | 'not_found'
  >
> {
  // An admin's account can't be closed here; the operator's command that creates admin accounts also replaces
  // them.
  if (actor.role === 'admin') return refuse('not_found');
  if (actor.isDemo) {
    return refuse('demo_account_fixed', { detail: 'A demo account is shared and starts again every night.' });
  }
  const own = await findOwnName(db, actor);
  if (ask.confirmation.trim().toLowerCase().replace(/^@/, '') !== (own.username ?? actor.email)) {
    return refuse('confirmation_differs', { field: 'confirmation' });
  }
  if (!own.hasPassword && !confirmedRecently(actor)) return refuse('confirm_identity');
  if (own.hasPassword && !(await verifyPassword(actor.userId, ask.password ?? ''))) {
    return refuse('login_failed', { field: 'password', detail: 'The password is wrong.' });
  }
  // The platforms are called before the account is erased, because its connections are erased with it.
  const unverified = await verifyBalanceOwnership(actor.accountId, now);
  const erased = await transact(db, (tx) => close(tx, actor, { now, unverified }));
  if (isRefusal(erased)) return erased;
  await endConsents(erased);
  return null;
}

async function close(
  tx: Tx,
  { userId, accountId, email, role }: Actor,
  { now, unverified }: { now: Date; unverified: string | null },
): Promise<Outcome<EndedConnection[], 'account_open' | 'not_found'>> {
  // Locks the ledger accounts first, like code that moves money to them, so that either that code or this
  // waits for the other. Accounts of the same person share a limit of money without proof.
  const people = await findPeople(tx, [accountId]);
  await lock(tx, [host(accountId), clipperPending(accountId), ...people.map(clipperAvailable)]);
  // Waits for whatever is being created for the person, such as a passkey, so that it is erased with the rest.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    // If the person was banned while this request waited, the account stays open, because the money must be
    // reviewed first.
    .where('banned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return refuse('not_found');
  const { obstacles, problem } = await findObstacles(tx, accountId, now, unverified);
  if (obstacles.length > 0) return refuse('account_open', { detail: obstacles.join(' ') });
  await closeBalance(tx, { accountId, userId }, { now, problem });
  await forgetAddress(tx, accountId);
  const erased = await eraseConnections(tx, accountId, now);
  await eraseAttestationTexts(tx, accountId);
  await erasePayers(tx, accountId);
  await eraseProfile(tx, accountId);
  await eraseFilesOf(tx, accountId);
  await eraseNotifications(tx, userId);
  await eraseStudioProjects(tx, accountId);
  await eraseFollows(tx, accountId);
  await eraseVerifiedRecords(tx, accountId);
  await eraseResultLinks(tx, accountId);
  await eraseWebhookEndpoints(tx, accountId);
  await eraseDiscord(tx, userId);
  await eraseWriter(tx, { userId, email });
  await eraseKeys(tx, accountId);
  await eraseUser(tx, { userId, email }, now);
  await enqueueMail(tx, closedMail(email), now);
  await writeAudit(tx, actBy(role, userId, now), 'account.closed', 'user', accountId);
  return erased;
}

export const closedMail = (to: string) => ({
  to,
  subject: 'Your Permille account was deleted',
  text: `Your account was deleted as you asked, with your name, photo, connections and sessions.

The law requires us to keep records of money, so we keep them without your name. What was still available is paid out to your payment email.
`,
});
