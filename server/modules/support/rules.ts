import { type Refusal, refuse } from '#server/infra/outcome.ts';

/**
 * Refuses a message with an empty field or an invalid address, because all fields are required and the answer
 * needs an address.
 */
export function unfitMessage(message: {
  name: string;
  email: string;
  message: string;
}): Refusal<'missing_information' | 'invalid_input'> | null {
  for (const field of ['name', 'email', 'message'] as const) {
    if (message[field] === '') return refuse('missing_information', { field });
  }
  return unfitEmail(message.email);
}

/**
 * Matches one @ between a local part and a name with a dot. No commas or brackets, which would make the text
 * several addresses.
 */
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

const unfitEmail = (email: string): Refusal<'invalid_input'> | null =>
  EMAIL.test(email)
    ? null
    : refuse('invalid_input', { field: 'email', detail: 'Email: an address such as you@example.com.' });

/**
 * Refuses a takedown request without a required field or statement. All fields are required except the person
 * represented, and both statements must be confirmed.
 */
export function unfitTakedown(request: {
  name: string;
  email: string;
  url: string;
  work: string;
  goodFaith: boolean;
  accurate: boolean;
  signature: string;
}): Refusal<'missing_information' | 'invalid_input' | 'statement_required'> | null {
  for (const field of ['name', 'email', 'url', 'work', 'signature'] as const) {
    if (request[field] === '') return refuse('missing_information', { field });
  }
  const unfit = unfitEmail(request.email);
  if (unfit) return unfit;
  if (!/^https?:\/\/[^\s/]\S*$/i.test(request.url)) {
    return refuse('invalid_input', {
      field: 'url',
      detail: 'Clip or source: a web address that begins with https:// or http://.',
    });
  }
  for (const field of ['goodFaith', 'accurate'] as const) {
    if (!request[field]) return refuse('statement_required', { field });
  }
  return null;
}
