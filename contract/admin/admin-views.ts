/** The views of the admin panel. Each name is the last part of the view's address. */
export const adminViewNames = [
  'users',
  'listings',
  'submissions',
  'cohorts',
  'appeals',
  'screenshots',
  'codes',
  'support',
  'takedowns',
  'payouts',
  'deposits',
  'debts',
  'suspense',
  'reconciliation',
  'statements',
  'logs',
  'score',
  'score-report',
] as const;
export type AdminViewName = (typeof adminViewNames)[number];
