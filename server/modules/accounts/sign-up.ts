import type { MemberRole } from '#contract/accounts.ts';
import { enqueueMail } from '#server/infra/mail.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import { type Tx, transact, violates } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type Confirmations, recorded } from './confirmations.ts';
import { createIdentity } from './create-identity.ts';
import { existingAccountMail, verificationMail } from './mails.ts';
import { checkNewPassword, looksLikeEmail } from './rules.ts';
import { createToken } from './tokens.ts';

interface Form extends Confirmations {
  email: string;
  password: string;
  confirmation: string;
  role: MemberRole;
  returnTo?: string | undefined;
}

type SignUpRefusal = NonNullable<ReturnType<typeof checkNewPassword>> | Refusal<'invalid_input'>;

/**
 * Creates an account and mails its verification link. A known e-mail gets the same answer after the same work, and a
 * mail instead: who watches from outside learns nothing.
 */
export async function signUp(deps: AccountsDeps, form: Form, now: Date): Promise<SignUpRefusal | null> {
  const refused = checkNewPassword({ ...form, others: [form.email] });
  if (refused) return refused;
  if (!looksLikeEmail(form.email)) {
    return refuse('invalid_input', {
      field: 'email',
      detail: 'Enter an email address like name@example.com.',
    });
  }
  const passwordHash = await deps.auth.hashPassword(form.password);
  const attempt = () => transact(deps.db, (tx) => register(deps, tx, { ...form, passwordHash }, now));
  try {
    await attempt();
  } catch (error) {
    // Two sign-ups of one address at once: the second finds the first one's account.
    if (!violates(error, 'users_email')) throw error;
    await attempt();
  }
  return null;
}

type Registration = Form & { passwordHash: string };

async function register(deps: AccountsDeps, tx: Tx, form: Registration, now: Date): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select(['id', 'email_verified'])
    .where('email', '=', form.email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (known?.email_verified) {
    await enqueueMail(tx, existingAccountMail(form.email, deps.appUrl), now);
    return;
  }
  const facts = recorded(form, now);
  const userId = known
    ? await replaceUnverified(tx, known.id, form, now)
    : await createIdentity(
        deps.auth,
        tx,
        {
          email: form.email,
          name: form.email.split('@')[0]!,
          role: form.role,
          emailVerified: false,
          passwordHash: form.passwordHash,
          termsAcceptedAt: facts.terms_accepted_at,
          termsVersion: facts.terms_version,
          ageConfirmedAt: facts.age_confirmed_at,
        },
        now,
      );
  const token = await deps.auth.within(tx, (store) => createToken(store, 'verify-email', userId));
  await enqueueMail(tx, verificationMail(form.email, deps.appUrl, token, form.returnTo), now);
}

/** Nobody has proved an unverified address yet, so its last sign-up counts; links mailed before are dead. */
async function replaceUnverified(tx: Tx, userId: string, form: Registration, now: Date): Promise<string> {
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({ role: form.role, ...recorded(form, now), updated_at: now })
    .where('id', '=', userId)
    .execute();
  await tx
    .updateTable('credentials')
    .set({ password: form.passwordHash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute();
  return userId;
}
