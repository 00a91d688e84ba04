import { momentText } from '#contract/dates.ts';
import type { Mail } from '#server/infra/mail.ts';
import { maskEmail } from './rules.ts';

interface AddressFacts {
  email: string;
  usableAt: Date;
  appUrl: string;
}

export const addressSetMail = (to: string, facts: AddressFacts): Mail => ({
  to,
  subject: 'Your payment email was set',
  text: `${goesTo(facts)}

${notYou(facts)}`,
  buttons: ['Set a new password', 'Write to support'],
});

export const addressChangedMail = (to: string, facts: AddressFacts): Mail => ({
  to,
  subject: 'Your payment email was changed',
  text: `${goesTo(facts)} Until then we send no payout.

${notYou(facts)}`,
  buttons: ['Set a new password', 'Write to support'],
});

/** Returns the mail to a banned person whose payment address an admin entered. */
export const addressEnteredMail = (to: string, facts: AddressFacts): Mail => ({
  to,
  subject: 'A payment email was entered for you',
  text: `Your account is banned, so an admin entered where your reviewed earnings are paid. ${goesTo(facts)}

If that address is not yours, write to us before then:

${facts.appUrl}/contact
`,
  buttons: ['Write to support'],
});

const goesTo = ({ email, usableAt }: AddressFacts): string =>
  `Payouts from Permille will go to ${maskEmail(email)} from ${momentText(usableAt)} on.`;

const notYou = ({ appUrl }: AddressFacts): string => `If it wasn't you, set a new password now:

${appUrl}/forgot-password

Then write to support:

${appUrl}/contact
`;
