import { momentText } from '#contract/dates.ts';
import { ownPath } from '#contract/own-path.ts';
import type { Mail } from '#server/infra/mail.ts';

const wayOn = (returnTo: string | undefined): string => {
  const path = ownPath(returnTo);
  return path ? `&next=${encodeURIComponent(path)}` : '';
};

/** Names the sign-up that a link belongs to: several people may have signed up with one address. */
interface SignUpFacts {
  email: string;
  role: string;
  createdAt: Date;
}

/** `returnTo` is the page the person came from; ignored unless it is a path of this site. */
export const verificationMail = (
  { email, role, createdAt }: SignUpFacts,
  appUrl: string,
  token: string,
  returnTo?: string,
): Mail => ({
  to: email,
  subject: 'Verify your email for Permille',
  text: `Welcome to Permille.

Somebody signed up as a ${role} with this address, at ${momentText(createdAt)}. Open the link only if that was you: it opens the account with the password that was chosen then. It works once, for 24 hours:

${appUrl}/verify-email?token=${token}${wayOn(returnTo)}

If it was not you, ignore this mail: without the link nobody can use the address.
`,
});

export const existingAccountMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'You already have an account',
  text: `Somebody, perhaps you, tried to sign up at Permille with this address. It already has an account.

Log in here:

${appUrl}/auth?mode=login

Forgot the password? Set a new one:

${appUrl}/forgot-password

If it was not you, nothing has changed and there is nothing to do.
`,
});

export const resetMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Set a new password for Permille',
  text: `Open this link to set a new password. It works once, for one hour:

${appUrl}/reset-password?token=${token}

If you did not ask for it, ignore this mail: the password stays as it is.
`,
});

export const passwordChangedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Permille account was changed, and other devices were signed out.

If it was not you, set a new password now:

${appUrl}/forgot-password
`,
});

export const passwordAddedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your account has a password now',
  text: `A password was set for your Permille account, which signed in with Google only until now. Other devices were signed out.

If it was not you, set a new password now:

${appUrl}/forgot-password
`,
});

export const passwordResetMail = (
  to: string,
  appUrl: string,
  payouts: { address: string; usableAt: Date } | null,
): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your Permille account was set anew by a mailed link, and all devices were signed out.
${payouts ? payoutsWait(payouts, appUrl) : ''}
If it was not you, set a new password now:

${appUrl}/forgot-password
`,
});

const payoutsWait = ({ address, usableAt }: { address: string; usableAt: Date }, appUrl: string) => `
Payouts go to ${address}. None can be asked for before ${momentText(usableAt)}: look now whether that address is yours, and whether a payout is waiting that you did not ask for.

${appUrl}/clipper/earnings
`;

export const bannedMail = (to: string, reason: string): Mail => ({
  to,
  subject: 'Your Permille account was closed',
  text: `Your account was closed by an admin. The reason given:

${reason}

Earnings that are not contested are paid after a review within 30 days. To object, answer through the contact form of the site.
`,
});

export const unbannedMail = (to: string): Mail => ({
  to,
  subject: 'Your Permille account is open again',
  text: `An admin lifted the ban of your account. You can log in again; payouts that were frozen go on.
`,
});

export const payoutsAllowedMail = (to: string): Mail => ({
  to,
  subject: 'Your earnings were reviewed',
  text: `Your account stays closed. Its earnings that are not contested were reviewed and are paid to your payment e-mail with the next payouts.
`,
});
