import { accessText } from '#contract/accounts/account-access.ts';
import { momentText } from '#contract/dates.ts';
import { ownPath } from '#contract/wire/own-path.ts';
import type { Mail } from '#server/infra/mail.ts';
import type { AccessOutcome } from './replace-password.ts';

/** Returns the path of the page that a sign-up mail links to. */
export const verificationPath = (token: string, returnTo: string | undefined): string =>
  `/verify-email?token=${token}${nextQuery(returnTo)}`;

const nextQuery = (returnTo: string | undefined): string => {
  const path = ownPath(returnTo);
  return path ? `&next=${encodeURIComponent(path)}` : '';
};

/**
 * Facts by which a mail names the sign-up that caused it, because several people may have signed up with one
 * address.
 */
interface SignUpFacts {
  email: string;
  role: string;
  createdAt: Date;
}

/** `returnTo` is the page from which the person started; it is ignored unless it is a path of this site. */
export const verificationMail = (
  { email, role, createdAt }: SignUpFacts,
  appUrl: string,
  token: string,
  returnTo?: string,
): Mail => ({
  to: email,
  subject: 'Verify your email for Permille',
  text: `Welcome to Permille.

Someone used this address to sign up as a ${role} on ${momentText(createdAt)}. If that was you, open this link and press the button on its page. In a different browser it also asks for the password you chose. The link works once, within 24 hours:

${appUrl}${verificationPath(token, returnTo)}

If it wasn't you, ignore this mail: without this link nobody can open an account with your address.
`,
  buttons: ['Verify your email'],
  askedFor: true,
});

export const existingAccountMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Someone, perhaps you, tried to sign up at Permille with this address. It already has an account.

Log in here:

${appUrl}/auth?mode=login

Forgot your password? Set a new one:

${appUrl}/forgot-password

If it wasn't you, nothing has changed and you don't need to do anything.
`,
  buttons: ['Log in', 'Set a new password'],
  askedFor: true,
});

export const resetMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Set a new password for Permille',
  text: `Open this link to set a new password. It works once, within one hour:

${appUrl}/reset-password?token=${token}

If you didn't ask for this, ignore this mail: your password stays as it is.
`,
  buttons: ['Set a new password'],
  askedFor: true,
});

/** Returns the mail's paragraph about access without a password, which was ended or kept by choice. */
function accessPart({ access, isKept }: AccessOutcome): string {
  const what = accessText(access);
  if (what === null) return '';
  return isKept
    ? `
Still active, as chosen: ${what}. They work without your password. Remove anything in Settings that isn’t yours.
`
    : `
Also ended: ${what}. In Settings you can add passkeys, create new API keys and link Discord again. Webhook endpoints and channels are off but stay in your list: turn on those that are yours, and give servers a new secret first.
`;
}

export const passwordChangedMail = (to: string, appUrl: string, outcome: AccessOutcome): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Permille account was changed, and other devices were signed out.
${accessPart(outcome)}
If it wasn't you, set a new password now:

${appUrl}/forgot-password
`,
  buttons: ['Set a new password'],
});

export const passwordAddedMail = (to: string, appUrl: string, outcome: AccessOutcome): Mail => ({
  to,
  subject: 'Your account has a password now',
  text: `A password was set for your Permille account, which signed in with Google only until now. Other devices were signed out.
${accessPart(outcome)}
If it wasn't you, set a new password now:

${appUrl}/forgot-password
`,
  buttons: ['Set a new password'],
});

export const passwordResetMail = (
  to: string,
  appUrl: string,
  { payouts, outcome }: { payouts: { address: string; usableAt: Date } | null; outcome: AccessOutcome },
): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Permille account was reset with a mailed link, and all devices were signed out.
${accessPart(outcome)}${payouts ? payoutsWait(payouts, appUrl) : ''}
If it wasn't you, set a new password now:

${appUrl}/forgot-password
`,
  buttons: payouts ? ['See where payouts go', 'Set a new password'] : ['Set a new password'],
});

const payoutsWait = ({ address, usableAt }: { address: string; usableAt: Date }, appUrl: string) => `
Your payouts go to ${address}. None can be requested before ${momentText(usableAt)}. Please check now that this address is yours, and that no payout is waiting that you did not request.

${appUrl}/clipper/earnings
`;

export const bannedMail = (to: string, reason: string): Mail => ({
  to,
  subject: 'Your Permille account was banned',
  text: `An admin banned your account. The reason:

${reason}

If you disagree, write to us through the contact form on the site. Within 30 days we review your earnings and pay those that are not contested.
`,
});

export const unbannedMail = (to: string, { isAddressForgotten }: { isAddressForgotten: boolean }): Mail => ({
  to,
  subject: 'Your Permille account is no longer banned',
  text: isAddressForgotten
    ? `An admin lifted the ban on your account. You can log in again. The payment email that was entered for you is removed: enter your own in Settings, and what you earned can be paid out.
`
    : `An admin lifted the ban on your account. You can log in again, and payouts that were frozen continue.
`,
});

export const payoutsAllowedMail = (to: string): Mail => ({
  to,
  subject: 'Your earnings were reviewed',
  text: `Your account stays banned. We reviewed its earnings and are paying those that are not contested to your payment email. Earnings that are still pending follow with a weekly payout.

If your payment email no longer works, write to us through the contact form on the site.
`,
});
