import { settingsPath } from '#contract/accounts/settings-path.ts';
import type { Actor } from '#server/http/actor.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import type { Tx } from '#server/infra/transaction.ts';

interface News {
  what: 'added' | 'removed';
  /** The passkey's name. */
  name: string;
  role: string | null;
}

const texts: Record<News['what'], (name: string) => { subject: string; text: string }> = {
  added: (name) => ({
    subject: 'A passkey was added',
    text: `The passkey “${name}” now signs in to your Permille account, without your password or a code.`,
  }),
  removed: (name) => ({
    subject: 'A passkey was removed',
    text: `The passkey “${name}” no longer signs in to your Permille account.`,
  }),
};

export const passkeyMail = (to: string, appUrl: string, { what, name, role }: News): Mail => {
  const { subject, text } = texts[what](name);
  return {
    to,
    subject,
    text: `${text}

${appUrl}${settingsPath(role, 'security')}

If it wasn't you, set a new password now. That also ends every passkey:

${appUrl}/forgot-password
`,
    buttons: ['Open Security', 'Set a new password'],
  };
};

export const mailAboutPasskey = (
  tx: Tx,
  { email, role }: Actor,
  { appUrl, ...news }: Pick<News, 'what' | 'name'> & { appUrl: string },
  now: Date,
): Promise<void> => enqueueMail(tx, passkeyMail(email, appUrl, { ...news, role }), now);
