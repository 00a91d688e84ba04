import type { MemberRole } from '#contract/accounts/accounts.ts';

export type StepName =
  | 'welcome'
  | 'create-listing'
  | 'submissions'
  | 'budget'
  | 'explore'
  | 'submit'
  | 'earnings'
  | 'username'
  | 'complete';

/** The six steps of each role, in the specified order. */
export const flows: Record<MemberRole, readonly StepName[]> = {
  host: ['welcome', 'create-listing', 'submissions', 'budget', 'username', 'complete'],
  clipper: ['welcome', 'explore', 'submit', 'earnings', 'username', 'complete'],
};

/**
 * Returns what the close button and Escape do. Before the username step they go to that step; on it they do
 * nothing; after it they complete the onboarding.
 */
export function onClose(flow: readonly StepName[], at: number): 'to-username' | 'nothing' | 'finish' {
  const username = flow.indexOf('username');
  if (at < username) return 'to-username';
  return at === username ? 'nothing' : 'finish';
}
