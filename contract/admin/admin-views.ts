/** The views of the admin panel, named as the last part of their addresses. */
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
