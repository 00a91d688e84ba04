import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Database, transact, violates } from '#server/infra/transaction.ts';
import { createAuth, UNUSED_SECRETS } from './auth.ts';
import { createIdentity } from './create-identity.ts';
import type { Passwords } from './passwords.ts';
import { findLoginByAdminUsername } from './queries.ts';
import { checkNewPassword } from './rules.ts';

type AdminRefusal =
  | 'username_invalid'
  | 'username_taken'
  | 'missing_information'
  | 'password_mismatch'
  | 'password_too_short'
  | 'password_too_common';

/**
 * Creates an account that signs in at /admin, and returns its id. Upper and lower case in the username are
 * equal.
 */
export async function createAdmin(
  db: Database,
  { username, password }: { username: string; password: string },
  now: Date = new Date(),
  passwords?: Passwords,
): Promise<Outcome<string, AdminRefusal>> {
  const refused = checkNewPassword({ password, confirmation: password, others: [username] });
  if (refused) return refused;
  if (!/^[A-Za-z0-9_]{3,30}$/.test(username)) return refuse('username_invalid');
  const name = username.toLowerCase();
  const auth = createAuth({ db, secrets: UNUSED_SECRETS, appUrl: 'http://localhost', passwords });
  const passwordHash = await auth.hashPassword(password);
  try {
    return await transact(db, (tx) =>
      createIdentity(
        auth,
        tx,
        {
          // Admins sign in by username. `.invalid` is reserved (RFC 2606), so no mail can reach this address.
          email: `${name}@admin.invalid`,
          name: username,
          role: 'admin',
          adminUsername: username,
          passwordHash,
          termsAcceptedAt: null,
        },
        now,
      ),
    );
  } catch (error) {
    if (violates(error, 'users_email') || violates(error, 'users_admin_username'))
      return refuse('username_taken');
    throw error;
  }
}

/**
 * Creates the configured admin if the username is free; an existing admin keeps the current password.
 * @throws Error with one sentence when the configured name or password breaks a rule, so that the server does
 * not start
 */
export async function ensureAdmin(
  db: Database,
  admin: { username: string; password: string },
  now: Date,
  passwords?: Passwords,
): Promise<void> {
  if (await findLoginByAdminUsername(db, admin.username.toLowerCase())) return;
  const created = await createAdmin(db, admin, now, passwords);
  // Another process may have created this admin first.
  if (typeof created === 'string' || created.code === 'username_taken') return;
  throw new Error(
    created.code === 'password_too_common'
      ? 'ADMIN_PASSWORD is on the list of common passwords; choose another.'
      : `ADMIN_USERNAME or ADMIN_PASSWORD breaks a rule (${created.code}).`,
  );
}
