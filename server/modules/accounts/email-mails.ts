import { EMAIL_CHANGE_HOURS } from '#contract/accounts/email-change.ts';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { momentText } from '#contract/dates.ts';
import type { Mail } from '#server/infra/mail.ts';
import type { DeferredPayouts } from './accounts-deps.ts';

const linkOf = (appUrl: string, token: string): string => `${appUrl}/verify-email?change=${token}`;

export const confirmOldEmailMail = (
  to: string,
  appUrl: string,
  { token, email }: { token: string; email: string },
): Mail => ({
  to,
  subject: 'Confirm your new email address',
  text: `You asked to change the email address of your Permille account to ${email}. Open this link and press the button on its page. It works once, within ${EMAIL_CHANGE_HOURS} hours:

${linkOf(appUrl, token)}

The mail to the new address has a second link. The address changes when both are confirmed.

If you didn't ask for this, don't open the link, and set a new password now:

${appUrl}/forgot-password
`,
  buttons: ['Confirm the change', 'Set a new password'],
  askedFor: true,
});

export const confirmNewEmailMail = (
  to: string,
  appUrl: string,
  { token, from }: { token: string; from: string },
): Mail => ({
  to,
  subject: 'Confirm your new email address',
  text: `The Permille account with the address ${from} asked to use this address from now on. Open this link and press the button on its page. It works once, within ${EMAIL_CHANGE_HOURS} hours:

${linkOf(appUrl, token)}

The mail to the old address has a second link. The address changes when both are confirmed.

If you don't know that account, ignore this mail: nothing changes.
`,
  buttons: ['Confirm the change'],
  askedFor: true,
});

export const takenEmailMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Someone, perhaps you, asked to use this address for another Permille account. It already has an account, so nothing has changed.

Log in here:

${appUrl}/auth?mode=login

If it wasn't you, you don't need to do anything.
`,
  buttons: ['Log in'],
  askedFor: true,
});

export const emailChangedMail = (
  to: string,
  appUrl: string,
  { from, email, payouts }: { from: string; email: string; payouts: DeferredPayouts | null },
): Mail => ({
  to,
  subject: 'Your email address was changed',
  text: `You now sign in to Permille with ${email}. Until now it was ${from}. Both mailboxes confirmed the change.
${payouts ? payoutsWait(payouts, appUrl) : ''}
If it wasn't you, write to us now:

${appUrl}/contact
`,
  buttons: payouts ? ['See where payouts go', 'Contact us'] : ['Contact us'],
});

const payoutsWait = ({ address, usableAt }: DeferredPayouts, appUrl: string): string => `
Your payouts go to ${address}. None can be requested before ${momentText(usableAt)}. Please check that this address is yours:

${appUrl}${settingsPath('clipper', 'payouts')}
`;
