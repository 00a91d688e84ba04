import type { MemberRole } from '#contract/accounts/accounts.ts';
import { type Outcome, type Refusal, refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { demoEmails } from './demo-accounts.ts';
import { passSecondFactor, type SecondFactorCode } from './pass-second-factor.ts';
import { findLoginByAdminUsername, findLoginByEmail, findPendingSignUp, type Login } from './queries.ts';
import type { ProvenLogin } from './start-session.ts';

type LoginCode = 'missing_information' | 'login_failed' | 'email_unverified' | 'account_banned';

/** Checks email, password and second factor, and that the account may sign in. */
export async function checkLogin(
  deps: AccountsDeps,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<Outcome<ProvenLogin, LoginCode | SecondFactorCode>> {
  if (email === '' || password === '') return refuse('missing_information');
  const found = await findLoginByEmail(deps.db, email);
  // Admins sign in at /admin only.
  const login = found?.role === 'admin' ? undefined : found;
  if (!login?.passwordHash) return await refuseOther(deps, { email, password }, found !== undefined);
  if (!(await deps.auth.verifyPassword(login.passwordHash, password))) {
    // The result is unused. The query makes a wrong password for an account take as long as one for a pending
    // sign-up.
    await findPendingSignUp(deps.db, { email, passwordHash: '' });
    return refuse('login_failed');
  }
  if (login.bannedAt) return refuse('account_banned');
  return (
    (await passSecondFactor(deps, login.userId, code)) ?? {
      userId: login.userId,
      passwordHash: login.passwordHash,
    }
  );
}

/**
 * Refuses a login without a stored password, after the same work as for an account with one. Answers
 * `email_unverified` only to a person who knows the password of a pending sign-up.
 */
async function refuseOther(
  { db, auth }: AccountsDeps,
  typed: { email: string; password: string },
  hasAccount: boolean,
): Promise<Refusal<'login_failed' | 'email_unverified'>> {
  const passwordHash = await auth.hashForSignUp(typed);
  const waiting = await findPendingSignUp(db, { email: typed.email, passwordHash });
  return refuse(waiting && !hasAccount ? 'email_unverified' : 'login_failed');
}

export async function checkAdminLogin(
  deps: AccountsDeps,
  { username, password, code }: { username: string; password: string; code?: string | undefined },
): Promise<Outcome<ProvenLogin, 'missing_information' | 'admin_login_failed' | SecondFactorCode>> {
  const name = username.trim().toLowerCase();
  if (name === '' || password === '') return refuse('missing_information');
  const login = await findLoginByAdminUsername(deps.db, name);
  const right = await passwordIsRight(deps, login, password);
  if (!right || !login || login.role !== 'admin' || login.bannedAt) return refuse('admin_login_failed');
  return (
    (await passSecondFactor(deps, login.userId, code)) ?? {
      userId: login.userId,
      passwordHash: login.passwordHash,
    }
  );
}

/**
 * Whether the password is right. Hashes even without a stored hash, so that the time taken does not reveal
 * whether an account exists.
 */
async function passwordIsRight(
  { auth }: AccountsDeps,
  login: Login | undefined,
  password: string,
): Promise<boolean> {
  if (!login?.passwordHash) {
    await auth.hashPassword(password);
    return false;
  }
  return await auth.verifyPassword(login.passwordHash, password);
}

/**
 * A demo reset archives the demo accounts a few seconds before it creates new ones. A login waits this long
 * for the new ones.
 */
const DEMO_WAIT = { timesAtMost: 40, eachMs: 500 };

/** Finds the demo account of a role and waits while a reset recreates it. Works in demo mode only. */
export async function findDemoAccount(
  { db, demo, pause }: AccountsDeps,
  role: MemberRole,
): Promise<Outcome<ProvenLogin, 'not_found' | 'demo_resetting'>> {
  if (!demo) return refuse('not_found');
  for (let waited = 0; ; waited++) {
    const login = await findLoginByEmail(db, demoEmails[role]);
    if (login) return { userId: login.userId, passwordHash: null };
    if (waited === DEMO_WAIT.timesAtMost) return refuse('demo_resetting');
    await pause(DEMO_WAIT.eachMs);
  }
}
