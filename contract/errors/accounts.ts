import { PASSKEY_MINUTES, PASSKEYS_MAX } from '../limits.ts';

export const accountErrors = {
  missing_information: { status: 422, title: 'Missing Information', detail: 'Please fill in all fields.' },
  password_mismatch: {
    status: 422,
    title: 'Password Mismatch',
    detail: 'Password and confirmation do not match.',
  },
  password_too_short: {
    status: 422,
    title: 'Password Too Short',
    detail: 'Password must be at least 6 characters long.',
  },
  password_too_common: {
    status: 422,
    title: 'Sign Up Failed',
    detail: 'This password is on the list of common ones. Choose another.',
  },
  demo_resetting: {
    status: 503,
    title: 'The demo is being reset',
    detail: 'Try again in a few seconds. We are creating its accounts again; nothing was done.',
  },
  other_account: {
    status: 409,
    title: 'Another account is signed in',
    detail: 'Sign in as yourself to continue. Someone else signed in in this browser, so nothing was done.',
  },
  email_unverified: {
    status: 403,
    title: 'Email Unverified',
    detail: 'Please check your email to verify your account before signing in.',
  },
  sign_up_password_required: {
    status: 403,
    title: 'One more step',
    detail: 'This browser has not signed up with this address. Enter the password you signed up with.',
  },
  login_failed: {
    status: 401,
    title: 'Login Failed',
    detail: 'Please check your email and password and try again.',
  },
  admin_login_failed: { status: 401, title: 'Login Failed', detail: 'Invalid credentials' },
  confirm_identity: {
    status: 403,
    title: 'Confirm it is you',
    detail: 'This moves money or changes how you sign in. Enter your password to continue.',
  },
  second_factor_required: {
    status: 401,
    title: 'One more step',
    detail: 'Enter the code from your authenticator app.',
  },
  second_factor_wrong: {
    status: 401,
    title: 'Wrong code',
    detail: 'This code is wrong or was used already. Enter the next code that your app shows.',
  },
  second_factor_locked: {
    status: 429,
    title: 'Too many tries',
    detail: 'Too many wrong codes. Wait 15 minutes, then try again.',
  },
  second_factor_needed: {
    status: 403,
    title: 'Set up two-step sign-in first',
    detail: 'Admins sign in with a code as well. Set it up to continue.',
  },
  second_factor_on: {
    status: 409,
    title: 'Already on',
    detail: 'Two-step sign-in is on. Turn it off before you set it up again.',
  },
  passkeys_full: {
    status: 409,
    title: 'Too many passkeys',
    detail: `An account has up to ${PASSKEYS_MAX} passkeys. Remove one that you no longer use.`,
  },
  passkey_known: {
    status: 409,
    title: 'Already added',
    detail:
      'This passkey already signs in to an account here. Add a passkey from another device or password manager.',
  },
  passkey_invalid: {
    status: 422,
    title: 'Passkey not added',
    detail: `We could not verify this passkey, or adding it took longer than ${PASSKEY_MINUTES} minutes. Try again.`,
  },
  passkey_refused: {
    status: 401,
    title: 'Login Failed',
    detail: 'This passkey did not work. Try again, or sign in another way.',
  },
  passkey_last: {
    status: 409,
    title: 'Your only way in',
    detail: 'This passkey is your only way to sign in. Set a password or add another passkey first.',
  },
  account_banned: {
    status: 403,
    title: 'Login Failed',
    detail: 'This account is banned. Contact support.',
  },
  link_expired: {
    status: 410,
    title: 'Link expired',
    detail: 'This link has expired or was already used. Request a new one.',
  },
  email_unchanged: {
    status: 422,
    title: 'Same address',
    detail: 'You already sign in with this address. Enter the new one.',
  },
  role_already_chosen: {
    status: 409,
    title: 'Already chosen',
    detail: 'You have already chosen your type of account. It can’t be changed.',
  },
  account_open: {
    status: 409,
    title: 'Not possible now',
    detail: 'Some money or clips are still open. The page shows which.',
  },
  confirmation_differs: {
    status: 422,
    title: 'Not confirmed',
    detail: 'Enter your username as shown on your profile.',
  },
  password_exists: {
    status: 409,
    title: 'You have a password',
    detail: 'This account has a password. Change it with the current one.',
  },
  demo_account_fixed: {
    status: 403,
    title: 'Demo account',
    detail:
      'Everyone shares this demo account, so its settings, email and password stay as they are. Sign up for your own account to change settings.',
  },
} as const;
