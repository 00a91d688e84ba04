import { type ApiError, isFault } from '#web/api/client.ts';
import type { Broken } from './form-rules.ts';

type FailureMessage = Pick<Broken<string>, 'title' | 'message'>;

/** Titles that the catalogue gives a meaning of their own; every other refusal takes the form's title. */
const ownTitle = new Set<string>([
  'busy',
  'email_unverified',
  'missing_information',
  'password_mismatch',
  'password_too_short',
]);

/** The toast for a failed call: the server's message, or the specified sentence when no answer came. */
export function describeFailure(error: ApiError, form: 'Login' | 'Sign Up'): FailureMessage {
  if (isFault(error)) return { title: `${form} Error`, message: 'An unexpected error occurred.' };
  return { title: ownTitle.has(error.code) ? error.title : `${form} Failed`, message: error.message };
}
