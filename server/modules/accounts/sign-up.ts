import type { MemberRole } from '#contract/accounts/accounts.ts';
import { after, DAY } from '#server/infra/clock.ts';
import { newId } from '#server/infra/id.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type Confirmations, recorded } from './confirmations.ts';
import type { TypedSignUp } from './device-cookie.ts';
import { existingAccountMail, verificationMail } from './mails.ts';
import { checkNewPassword, looksLikeEmail } from './rules.ts';
import { createToken } from './tokens.ts';

/**
 * A pending sign-up is kept longer than its link is valid, so that the person can request a new link with the
 * password.
 */
const WAITING_DAYS = 7;

interface Form extends Confirmations {
  email: string;
  password: string;
  confirmation: string;
  role: MemberRole;
  returnTo?: string | undefined;
}

type SignUpRefusal = NonNullable<ReturnType<typeof checkNewPassword>> | Refusal<'invalid_input'>;

/** Returns the reason why a sign-up form is refused; null when the form is valid. */
export function unfitSignUp(form: Form): SignUpRefusal | null {
  const refused = checkNewPassword({ ...form, others: [form.email] });
  if (refused || looksLikeEmail(form.email)) return refused;
  return refuse('invalid_input', {
    field: 'email',
    detail: 'Enter an email address like name@example.com.',
  });
}

/**
 * Stores a sign-up and mails a link. The sign-up changes no account and no other sign-up of the address;
 * `verifyEmail` opens the account later, with the mailbox and a proven sign-up. An address with an account
 * gets the same answer after the same work, and a different mail, so an outsider learns nothing. Without
 * `mayMail` the link is not sent, but can be requested later.
 */
export async function signUp(
  deps: AccountsDeps,
  form: Form & { mayMail: () => Promise<boolean> },
  now: Date,
): Promise<TypedSignUp> {
  const passwordHash = await deps.auth.hashForSignUp(form);
  // `mayMail` is called after the hash, so that a request refused because too many passwords wait uses up
  // none of the address's mails.
  const mayMail = await form.mayMail();
  await transact(deps.db, (tx) => register(deps, tx, { ...form, passwordHash, mayMail }, now));
  return { email: form.email, passwordHash };
}

type Registration = Form & { passwordHash: string; mayMail: boolean };

async function register(deps: AccountsDeps, tx: Tx, form: Registration, now: Date): Promise<void> {
  const id = newId();
  // The token is created for a known address too: a write takes longer than a read, so skipping it would
  // reveal the account.
  const token = await deps.auth.inTransaction(tx, (store) => createToken(store, 'verify-email', id));
  const known = await tx.selectFrom('users').select('id').where('email', '=', form.email).executeTakeFirst();
  if (known) {
    if (form.mayMail) await enqueueMail(tx, existingAccountMail(form.email, deps.appUrl), now);
    return;
  }
  await tx
    .insertInto('pending_sign_ups')
    .values({
      id,
      email: form.email,
      role: form.role,
      password_hash: form.passwordHash,
      ...recorded(form, { termsVersion: deps.termsVersion, now }),
      created_at: now,
      expires_at: after(new Date(), WAITING_DAYS * DAY),
    })
    .execute();
  const waiting = { email: form.email, role: form.role, createdAt: now };
  if (form.mayMail) await enqueueMail(tx, verificationMail(waiting, deps.appUrl, token, form.returnTo), now);
}
