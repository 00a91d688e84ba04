import { profileErrors } from '#contract/errors/profiles.ts';
import { USERNAME_MAX, USERNAME_MIN } from '#contract/limits.ts';

/**
 * Returns the typed text in lower case, without characters other than letters, numbers and underscores, and
 * cut to the maximum length.
 */
export const cleanUsername = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '')
    .slice(0, USERNAME_MAX);

type Rule = 'required' | 'short' | 'invalid';

/** Returns the first rule that a username breaks, in the specified order, or null if it is valid. */
export function brokenRule(username: string): Rule | null {
  if (username === '') return 'required';
  if (username.length < USERNAME_MIN) return 'short';
  return /^[a-z0-9_]+$/.test(username) ? null : 'invalid';
}

/** Messages below the input of the onboarding dialog. */
export const onboardingLabels: Record<Rule | 'taken', string> = {
  required: 'Username is required',
  short: 'Username must be at least 3 characters',
  invalid: 'Username can only contain letters, numbers, and underscores',
  taken: 'Username is already taken',
};

/** The toasts of the claim screen. */
export const claimLabels: Record<Rule, { title: string; detail: string }> = {
  required: profileErrors.username_required,
  short: profileErrors.username_too_short,
  invalid: profileErrors.username_invalid,
};

/** Returns the text that precedes a username in the address of its profile: "permille.example/@". */
export const profilePrefix = (): string => `${window.location.host}/@`;
