import { type Refusal, refuse } from '#server/infra/outcome.ts';

/** All fields are required, and the answer must have somewhere to go. */
export function unfitMessage(message: {
  name: string;
  email: string;
  message: string;
}): Refusal<'missing_information' | 'invalid_input'> | null {
  for (const field of ['name', 'email', 'message'] as const) {
    if (message[field] === '') return refuse('missing_information', { field });
  }
  // One @ between something and a name with a dot; no commas or brackets, which would make it several addresses.
  const email = /^[^\s@<>"(),:;[\]\\]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
  return email.test(message.email)
    ? null
    : refuse('invalid_input', { field: 'email', detail: 'Email: an address such as you@example.com.' });
}
