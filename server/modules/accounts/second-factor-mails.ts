import type { UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface News {
  what: 'on' | 'off' | 'backup_code';
  /** The number of backup codes that are left. */
  left: number;
  role: string | null;
}

const texts: Record<News['what'], (left: number) => { subject: string; text: string }> = {
  on: () => ({
    subject: 'Two-step sign-in is on',
    text: 'Signing in to Permille with a password or Google, and confirming your identity, now also need a code from your authenticator app, unless you use a passkey. Keep your backup codes somewhere you can reach without your phone.',
  }),
  off: () => ({
    subject: 'Two-step sign-in is off',
    text: 'Signing in to Permille no longer needs a code.',
  }),
  backup_code: (left) => ({
    subject: 'A backup code was used',
    text: `Someone, perhaps you, used one of your backup codes. ${left === 0 ? 'You have none left: make new ones now' : `${left} ${left === 1 ? 'is' : 'are'} left. You can make new ones`} in Settings, under Security.`,
  }),
};

export const secondFactorMail = (to: string, appUrl: string, { what, left, role }: News): Mail => {
  const { subject, text } = texts[what](left);
  return {
    to,
    subject,
    text: `${text}

${appUrl}${settingsPath(role, 'security')}

If it wasn't you, set a new password now:

${appUrl}/forgot-password
`,
    buttons: ['Open Security', 'Set a new password'],
  };
};

interface About {
  userId: UserId;
  appUrl: string;
  what: News['what'];
  left?: number;
}

/** Mails a person about their second factor. Admins have no mailbox here. */
export async function mailPerson(
  tx: Tx,
  { userId, appUrl, what, left = 0 }: About,
  now: Date,
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'role'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (person.role === 'admin') return;
  await enqueueMail(tx, secondFactorMail(person.email, appUrl, { what, left, role: person.role }), now);
}
