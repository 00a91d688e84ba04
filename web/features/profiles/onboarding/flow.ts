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
 * The effect of the close button and Escape: before the username step they open it, on it they do nothing,
 * after it they finish.
 */
export function onClose(flow: readonly StepName[], at: number): 'to-username' | 'nothing' | 'finish' {
  const username = flow.indexOf('username');
  if (at < username) return 'to-username';
  return at === username ? 'nothing' : 'finish';
}
