import { type ApiError, isFault } from '#web/api/client.ts';
import type { Broken } from './form-rules.ts';

type FailureMessage = Pick<Broken<string>, 'title' | 'message'>;

/** Refusals whose title in the catalogue is specific; all others get the form's title. */
const ownTitle = new Set<string>([
  'busy',
  'email_unverified',
  'missing_information',
  'password_mismatch',
  'password_too_short',
]);

/** The toast for a failed call: the server's message, or the specified sentence when no answer arrived. */
export function describeFailure(error: ApiError, form: 'Login' | 'Sign Up'): FailureMessage {
  if (isFault(error)) return { title: `${form} Error`, message: 'An unexpected error occurred.' };
  return { title: ownTitle.has(error.code) ? error.title : `${form} Failed`, message: error.message };
}
