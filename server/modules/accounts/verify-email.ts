import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { isRefusal, type Outcome, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { createIdentity } from './create-identity.ts';
import type { KnownLogin, TypedSignUp } from './device-cookie.ts';
import { verificationMail, verificationPath } from './mails.ts';
import { findPendingSignUp, findSignUpById, listNewestSignUps, type PendingSignUp } from './queries.ts';
import { consumeToken, createToken, readToken } from './tokens.ts';

interface Opening {
  token: string;
  /** Password typed on the page of the link. When absent, the browser's cookie may prove the sign-up. */
  password?: string | undefined;
  /** Whether this browser typed the sign-up's address and password. */
  isOwn: (signUp: TypedSignUp) => boolean;
}

/** The opened account and the sign-up from which it was made. */
export type Opened = KnownLogin & TypedSignUp;

type Unproven = 'sign_up_password_required' | 'login_failed';

/**
 * The cookie is compared with at most this many of the newest sign-ups of an address. An older sign-up needs
 * its password.
 */
const COMPARED = 100;

/**
 * Opens an account with a mailed link, once. The link proves only the mailbox, because anybody can cause its
 * mail. The account is made from the sign-up that the browser's cookie or the typed password proves, and all
 * sign-ups of the address are deleted. A link that opens nothing stays usable.
 */
export async function verifyEmail(
  deps: AccountsDeps,
  opening: Opening,
  now: Date,
): Promise<Outcome<Opened, 'link_expired' | Unproven>> {
  const linked = await findLinkedSignUp(deps, opening.token);
  if (!linked) return refuse('link_expired');
  const proven = await findProvenSignUp(deps, linked, opening);
  if (isRefusal(proven)) return proven;
  try {
    return await transact(deps.db, (tx) => openAccount(deps, tx, opening.token, proven, now));
  } catch (error) {
    // A sign-in with Google created an account for the address meanwhile.
    if (violates(error, 'users_email')) return refuse('link_expired');
    throw error;
  }
}

const findLinkedSignUp = ({ db, auth }: AccountsDeps, token: string) =>
  transact(db, async (tx) => {
    const id = await auth.inTransaction(tx, (store) => readToken(store, 'verify-email', token));
    return id ? await findSignUpById(tx, id) : undefined;
  });

/** Returns the link's sign-up if it is proven, otherwise the newest proven sign-up of the address. */
async function findProvenSignUp(
  { db, auth }: AccountsDeps,
  linked: PendingSignUp,
  { password, isOwn }: Opening,
): Promise<Outcome<PendingSignUp, Unproven>> {
  const { email } = linked;
  if (password === undefined) {
    if (isOwn(linked)) return linked;
    const own = (await listNewestSignUps(db, email, COMPARED)).find(isOwn);
    return own ?? refuse('sign_up_password_required', { field: 'password' });
  }
  const passwordHash = await auth.hashForSignUp({ email, password });
  if (passwordHash === linked.passwordHash) return linked;
  const typed = await findPendingSignUp(db, { email, passwordHash });
  return (
    typed ??
    refuse('login_failed', {
      field: 'password',
      detail: 'Nobody signed up with this address and this password. Enter the one you signed up with.',
    })
  );
}

async function openAccount(
  { auth }: AccountsDeps,
  tx: Tx,
  token: string,
  { id, email }: PendingSignUp,
  now: Date,
): Promise<Outcome<Opened, 'link_expired'>> {
  const used = await auth.inTransaction(tx, (store) => consumeToken(store, 'verify-email', token));
  if (!used) return refuse('link_expired');
  // Locks all sign-ups of the address in id order, so that two links opened at once wait for each other.
  const waiting = await tx
    .selectFrom('pending_sign_ups')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', new Date())
    .orderBy('id')
    .forUpdate()
    .execute();
  const chosen = waiting.find((row) => row.id === id);
  if (!chosen) return refuse('link_expired');
  const userId = await createIdentity(
    auth,
    tx,
    {
      email,
      name: email.split('@')[0]!,
      role: chosen.role as 'host' | 'clipper',
      passwordHash: chosen.password_hash,
      termsAcceptedAt: chosen.terms_accepted_at,
      termsVersion: chosen.terms_version,
      ageConfirmedAt: chosen.age_confirmed_at,
    },
    now,
  );
  return { userId, email, passwordHash: chosen.password_hash };
}

interface Resend {
  email: string;
  password: string;
  returnTo?: string | undefined;
  mayMail: () => Promise<boolean>;
}

/**
 * Mails a new link for the sign-up with this address and password, if there is one. Several sign-ups may have
 * the same address. The owner of the mailbox must not get the link of a stranger's sign-up as if they had
 * asked for it.
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
    // The token is written for an unknown sign-up too: a write takes longer than a read, so skipping it would
    // reveal that no sign-up exists.
    const token = await auth.inTransaction(tx, (store) =>
      createToken(store, 'verify-email', waiting?.id ?? newId()),
    );
    if (waiting && isMailed) await enqueueMail(tx, verificationMail(waiting, appUrl, token, returnTo), now);
  });
  return { email, passwordHash };
}

/**
 * Returns the link of the sign-up with this address and password, for a demo without a mail server. Without
 * such a sign-up it returns a link that opens nothing, so that the answer reveals no account.
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
