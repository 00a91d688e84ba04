import { sql } from 'kysely';
import type { SessionReply } from '#contract/accounts/accounts.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { photoPath } from '#contract/media/media.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

export interface Login {
  userId: UserId;
  role: string | null;
  bannedAt: Date | null;
  passwordHash: string | null;
}

const logins = (db: Database | Tx) =>
  db
    .selectFrom('users')
    .leftJoin('credentials', (join) =>
      join.onRef('credentials.user_id', '=', 'users.id').on('credentials.provider_id', '=', 'credential'),
    )
    .select([
      'users.id as userId',
      'users.role',
      'users.banned_at as bannedAt',
      'credentials.password as passwordHash',
    ]);

export const findLoginByEmail = async (db: Database | Tx, email: string): Promise<Login | undefined> =>
  await logins(db).where('users.email', '=', email).executeTakeFirst();

/** Finds the login of an admin. `username` must be in lower case. */
export const findLoginByAdminUsername = async (
  db: Database | Tx,
  username: string,
): Promise<Login | undefined> =>
  await logins(db)
    .where((eb) => eb(eb.fn<string>('lower', ['users.admin_username']), '=', username))
    .executeTakeFirst();

export const findLoginById = async (db: Database | Tx, userId: UserId): Promise<Login | undefined> =>
  await logins(db).where('users.id', '=', userId).executeTakeFirst();

/** A sign-up whose email address is not yet verified. */
export interface PendingSignUp {
  id: string;
  email: string;
  passwordHash: string;
  role: string;
  createdAt: Date;
}

const pendingSignUps = (db: Database | Tx) =>
  db
    .selectFrom('pending_sign_ups')
    .select(['id', 'email', 'password_hash as passwordHash', 'role', 'created_at as createdAt'])
    .where('expires_at', '>', new Date());

/** Returns the newest pending sign-up with this address and password hash. */
export const findPendingSignUp = async (
  db: Database | Tx,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<PendingSignUp | undefined> =>
  await pendingSignUps(db)
    .where('email', '=', email)
    .where('password_hash', '=', passwordHash)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findSignUpById = async (db: Database | Tx, id: string): Promise<PendingSignUp | undefined> =>
  await pendingSignUps(db).where('id', '=', id).executeTakeFirst();

export const listNewestSignUps = async (
  db: Database,
  email: string,
  limit: number,
): Promise<PendingSignUp[]> =>
  await pendingSignUps(db).where('email', '=', email).orderBy('id', 'desc').limit(limit).execute();

type SessionUser = Omit<NonNullable<SessionReply['user']>, 'needsSecondFactor' | 'isShared'>;

/** Returns the facts about the signed-in person that the web app shows. */
export async function findSessionUser(db: Database, userId: UserId): Promise<SessionUser | null> {
  const row = await db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.role',
      'users.is_demo as isDemo',
      'profiles.username',
      'profiles.avatar_media_id as avatarId',
      'profiles.onboarding_completed_at as onboardedAt',
      sql<boolean>`exists (select from credentials c where c.user_id = users.id and c.password is not null)`.as(
        'hasPassword',
      ),
      sql<boolean>`exists (select from passkeys p where p.user_id = users.id)`.as('hasPasskey'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    email: row.email,
    role: row.role as SessionUser['role'],
    username: row.username,
    avatarUrl: photoPath(row.avatarId),
    isDemo: row.isDemo,
    hasPassword: row.hasPassword,
    hasPasskey: row.hasPasskey,
    onboardingCompleted: row.onboardedAt !== null,
  };
}

export const listOpenSessions = async (db: Database, userId: UserId, now: Date) =>
  await db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'ip_address as ipAddress',
      'created_at as createdAt',
      'updated_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute();

/** Returns the owners of an account, who answer for it and get its mails, in the order in which they became members. */
export async function findOwners(
  db: Database | Tx,
  accountId: AccountId,
): Promise<{ userId: UserId; email: string }[]> {
  return await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id as userId', 'u.email'])
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'owner')
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .execute();
}

/** Returns the address that gets an account's receipts: its first owner's. */
export async function ownerEmail(db: Database | Tx, accountId: AccountId): Promise<string> {
  const [owner] = await findOwners(db, accountId);
  if (!owner) throw new Error(`account ${accountId} has no owner`);
  return owner.email;
}

/** SQL: the address that gets the receipts of the account with alias u. */
export const ownerEmailOf = sql<string>`(select o.email from members m join users o on o.id = m.user_id
  where m.account_id = u.id and m.role = 'owner' order by m.created_at, m.user_id limit 1)`;

/** SQL: an owner of the account with alias u confirmed to be 18 or older. */
export const isAdultAccount = sql<boolean>`exists (select from members m join users o on o.id = m.user_id
  where m.account_id = u.id and m.role = 'owner' and o.age_confirmed_at is not null)`;
