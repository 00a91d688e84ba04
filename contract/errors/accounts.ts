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
  email_unverified: {
    status: 403,
    title: 'Email Unverified',
    detail: 'Please check your email to verify your account before signing in.',
  },
  login_failed: {
    status: 401,
    title: 'Login Failed',
    detail: 'Please check your email and password and try again.',
  },
  admin_login_failed: { status: 401, title: 'Login Failed', detail: 'Invalid credentials' },
  account_banned: {
    status: 403,
    title: 'Login Failed',
    detail: 'This account is closed to new sessions. Contact support.',
  },
  link_expired: {
    status: 410,
    title: 'Link expired',
    detail: 'This link was used or is too old. Ask for a new one.',
  },
  role_already_chosen: {
    status: 409,
    title: 'Already chosen',
    detail: 'The kind of account was chosen before and stays.',
  },
  account_open: {
    status: 409,
    title: 'Not possible now',
    detail: 'Money or work is still open. The page says what.',
  },
  confirmation_differs: {
    status: 422,
    title: 'Not confirmed',
    detail: 'Enter your username as it stands on your profile.',
  },
  demo_account_fixed: {
    status: 403,
    title: 'Demo account',
    detail: 'The e-mail and password of a demo account stay as they are.',
  },
} as const;
