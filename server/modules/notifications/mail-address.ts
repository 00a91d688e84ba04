import type { UserId } from '#contract/accounts/ids.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { mayMail } from '#server/http/mail-allowance.ts';
import { enqueueMail, type Mail } from '#server/infra/mail.ts';
import { liftSuppression, type SuppressionReason, suppressionOf } from '#server/infra/mail-suppressions.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';
import type { MailLinks } from './mail-links.ts';
import { notify } from './notify.ts';

export async function readMailAddress(db: Database, email: string) {
  const suppression = await suppressionOf(db, email);
  return {
    email,
    trouble: suppression && { reason: suppression.reason, since: suppression.suppressedAt },
  };
}

/** Mails a link that proves, when opened, that mails arrive. */
export async function sendMailAddressLink(
  db: Database,
  links: MailLinks,
  { email, userId }: { email: string; userId: UserId },
  now: Date,
): Promise<Outcome<null, 'too_many_requests'>> {
  if (!(await mayMail(db, { kind: 'mail-address', to: email, sender: userId })))
    return refuse('too_many_requests', {
      detail: 'We have mailed this address several times already. Try again tomorrow.',
    });
  await enqueueMail(db, confirmAddressMail(email, links.confirmUrl(email, now)), now);
  return null;
}

export const confirmAddressMail = (to: string, url: string): Mail => ({
  to,
  subject: 'Confirm your address to get our mails again',
  text: `Open this link and press the button on its page, and we send mails to this address again. It works within 24 hours:

${url}

If you didn't ask for this, ignore this mail: nothing changes.
`,
  buttons: ['Confirm this address'],
  askedFor: true,
});

/** Allows mails to an address again, because the holder of the link has read a mail there. */
export async function confirmMailAddress(
  db: Database,
  links: MailLinks,
  token: string,
  now: Date,
): Promise<Outcome<null, 'link_expired'>> {
  const address = links.readConfirm(token, now);
  if (address === null) return refuse('link_expired');
  await liftSuppression(db, address);
  return null;
}

const texts = {
  bounce: {
    title: 'Our emails to you bounce',
    body: 'Confirm your address in Settings to get emails again. Your mail server says that this address does not exist, so we stopped sending.',
  },
  complaint: {
    title: 'We stopped emailing you news',
    body: 'Turn them on again in Settings. Your mail service says that one of our emails was marked as spam. You still get emails about your account and its security.',
  },
};

/**
 * Notifies the owner of an address that mails to the address have ended. The notification is not mailed,
 * because it would not arrive.
 */
export async function notifySuppressed(
  tx: Tx,
  address: string,
  reason: SuppressionReason,
  now: Date,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', address.toLowerCase())
    .where('role', 'in', ['host', 'clipper'])
    .executeTakeFirst();
  if (!user) return;
  const link = settingsPath(user.role, 'notifications');
  await notify(
    tx,
    { userId: user.id, kind: 'mail.suppressed', ...texts[reason], link, notBy: ['mail'] },
    now,
  );
}
