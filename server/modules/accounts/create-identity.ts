import type { Role } from '#contract/accounts/accounts.ts';
import type { UserId } from '#contract/accounts/ids.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Tx } from '#server/infra/transaction.ts';
import type { Auth } from './auth.ts';

export interface NewIdentity {
  /** The email address, in lower case. */
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
  adminUsername?: string;
  isDemo?: boolean;
  termsAcceptedAt: Date | null;
  termsVersion?: string | null;
  ageConfirmedAt?: Date | null;
}

/**
 * Creates a user with a password and a verified email address; returns the id.
 * @throws on the unique index `users_email` or `users_admin_username` when the address or username is taken
 */
export async function createIdentity(auth: Auth, tx: Tx, identity: NewIdentity, now: Date): Promise<UserId> {
  const { passwordHash, ...user } = identity;
  const id = await auth.inTransaction(tx, async (store) => {
    const created = await store.createUser(
      { ...user, emailVerified: true, isDemo: user.isDemo ?? false, createdAt: now, updatedAt: now },
      { method: 'email-password' },
    );
    await store.linkAccount({
      userId: created.id,
      providerId: 'credential',
      accountId: created.id,
      password: passwordHash,
    });
    return created.id as UserId;
  });
  await writeAudit(tx, actBy(identity.role, id, now), 'account.created', 'user', id, {
    role: identity.role,
    terms: identity.termsVersion ?? null,
    adult: Boolean(identity.ageConfirmedAt),
  });
  return id;
}
