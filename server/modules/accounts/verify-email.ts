import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { createIdentity } from './create-identity.ts';
import type { KnownLogin, TypedSignUp } from './device-cookie.ts';
import { verificationMail, verificationPath } from './mails.ts';
import { findPendingSignUp } from './queries.ts';
import { consumeToken, createToken } from './tokens.ts';

/** Uses a mailed link, once: its sign-up becomes the account, and every other sign-up of the address is deleted. */
export async function verifyEmail(
  deps: AccountsDeps,
  token: string,
  now: Date,
): Promise<Outcome<KnownLogin & TypedSignUp, 'link_expired'>> {
  try {
    return await transact(deps.db, (tx) => openAccount(deps, tx, token, now));
  } catch (error) {
    // Meanwhile the address got an account by a sign-in with Google.
    if (violates(error, 'users_email')) return refuse('link_expired');
    throw error;
  }
}

async function openAccount(
  { auth }: AccountsDeps,
  tx: Tx,
  token: string,
  now: Date,
): Promise<Outcome<KnownLogin & TypedSignUp, 'link_expired'>> {
  const signUpId = await auth.inTransaction(tx, (store) => consumeToken(store, 'verify-email', token));
  if (!signUpId) return refuse('link_expired');
  // Locks all sign-ups of the address in id order, so that two links opened at once wait for each other.
  const waiting = await tx
    .selectFrom('pending_sign_ups')
    .selectAll()
    .where('email', '=', (named) =>
      named.selectFrom('pending_sign_ups').select('email').where('id', '=', signUpId),
    )
    .where('expires_at', '>', new Date())
    .orderBy('id')
    .forUpdate()
    .execute();
  const chosen = waiting.find((row) => row.id === signUpId);
  if (!chosen) return refuse('link_expired');
  await tx.deleteFrom('pending_sign_ups').where('email', '=', chosen.email).execute();
  const userId = await createIdentity(
    auth,
    tx,
    {
      email: chosen.email,
      name: chosen.email.split('@')[0]!,
      role: chosen.role as 'host' | 'clipper',
      passwordHash: chosen.password_hash,
      termsAcceptedAt: chosen.terms_accepted_at,
      termsVersion: chosen.terms_version,
      ageConfirmedAt: chosen.age_confirmed_at,
    },
    now,
  );
  return { userId, email: chosen.email, passwordHash: chosen.password_hash };
}

interface Resend {
  email: string;
  password: string;
  returnTo?: string | undefined;
  mayMail: () => Promise<boolean>;
}

/**
 * Mails a new link for the sign-up with this address and password, if there is one. The address alone could mean several
 * sign-ups, and the owner of the mailbox must not get the link of a stranger's sign-up as if they had asked for it.
 */
export async function resendVerification(
  { db, auth, appUrl }: AccountsDeps,
  { email, password, returnTo, mayMail }: Resend,
  now: Date,
): Promise<TypedSignUp> {
  const passwordHash = await auth.hashForSignUp({ email, password });
  const isMailed = await mayMail();
  await transact(db, async (tx) => {
    const waiting = await findPendingSignUp(tx, { email, passwordHash });
    // For an unknown sign-up too: a write takes longer than a read, so the time taken would reveal it.
    const token = await auth.inTransaction(tx, (store) =>
      createToken(store, 'verify-email', waiting?.id ?? newId()),
    );
    if (waiting && isMailed) await enqueueMail(tx, verificationMail(waiting, appUrl, token, returnTo), now);
  });
  return { email, passwordHash };
}

/**
 * Where a demo sends no mails: the link of the sign-up with this address and password, which only who signed up knows. One
 * that opens nothing where there is no such sign-up, so that no answer reveals an account.
 */
export async function openDemoMail(
  { db, auth }: AccountsDeps,
  { email, password, returnTo }: Omit<Resend, 'mayMail'>,
): Promise<string> {
  const passwordHash = await auth.hashForSignUp({ email, password });
  return await transact(db, async (tx) => {
    const waiting = await findPendingSignUp(tx, { email, passwordHash });
    const token = await auth.inTransaction(tx, (store) =>
      createToken(store, 'verify-email', waiting?.id ?? newId()),
    );
    return verificationPath(token, returnTo);
  });
}
