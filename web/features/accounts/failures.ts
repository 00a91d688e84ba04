import { type ApiError, isFault } from '#web/api/client.ts';
import type { Broken } from './form-rules.ts';

type FailureMessage = Pick<Broken<string>, 'title' | 'message'>;

/** Codes of refusals that keep their own title in the toast. All others get the form's title. */
const ownTitle = new Set<string>([
  'busy',
  'email_unverified',
  'missing_information',
  'password_mismatch',
  'password_too_short',
]);

/**
 * Returns the toast for a failed call: the server's message, or the specified sentence if no answer arrived.
 */
export function describeFailure(error: ApiError, form: 'Login' | 'Sign Up'): FailureMessage {
  if (isFault(error)) return { title: `${form} Error`, message: 'An unexpected error occurred.' };
  return { title: ownTitle.has(error.code) ? error.title : `${form} Failed`, message: error.message };
}
