import type { ErrorCode } from '#contract/errors.ts';
import { PASSWORD_MIN } from '#contract/limits.ts';
import { type Refusal, refuse } from '#server/infra/outcome.ts';
import { isCommonPassword } from './common-passwords.ts';

export type PasswordCode = Extract<
  ErrorCode,
  'missing_information' | 'password_mismatch' | 'password_too_short' | 'password_too_common'
>;

/**
 * Checks a new password in the specified order: empty, different confirmation, too short, common. `others`
 * are further required fields of the form.
 */
export function checkNewPassword(input: {
  password: string;
  confirmation: string;
  others?: string[];
}): Refusal<PasswordCode> | null {
  const { password, confirmation, others = [] } = input;
  if ([...others, password, confirmation].some((field) => field === '')) return refuse('missing_information');
  if (password !== confirmation) return refuse('password_mismatch', { field: 'confirmation' });
  if (password.length < PASSWORD_MIN) return refuse('password_too_short', { field: 'password' });
  if (isCommonPassword(password)) return refuse('password_too_common', { field: 'password' });
  return null;
}

/**
 * Whether a text has the form of an email address: one `@` with text on both sides, and a dot after it. Only
 * the mailed link proves that the address exists.
 */
export const looksLikeEmail = (email: string): boolean =>
  /^[^\s@<>"(),:;[\]\\]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z0-9-]{2,}$/.test(email) &&
  !email.includes('..');
