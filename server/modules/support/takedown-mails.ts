import type { Mail } from '#server/infra/mail.ts';

/**
 * Confirms that a takedown request arrived. The mail contains no text from the sender: the form must not
 * carry a stranger's words to another person's mailbox.
 */
export const takedownReceivedMail = (to: string, id: string): Mail => ({
  to,
  subject: 'We received your takedown request',
  text: `Your takedown request has arrived. Our team reviews it, and we'll reply to this address within 24-48 hours.

Request number: ${id}

If you did not send it, ignore this email: someone mistyped an address.
`,
});

/** A request as the operator reads it. */
export interface TakedownNotice {
  id: string;
  name: string;
  email: string;
  onBehalfOf: string | null;
  url: string;
  work: string;
  signature: string;
}

const line = (text: string): string => text.replace(/\s+/g, ' ');

export const takedownMail = (to: string, request: TakedownNotice): Mail => ({
  to,
  subject: 'Takedown request',
  text: `Name: ${line(request.name)}
Email: ${request.email}
On behalf of: ${request.onBehalfOf ? line(request.onBehalfOf) : 'themselves'}
Clip or source: ${line(request.url)}
Signed: ${line(request.signature)}
Request number: ${request.id}

The work:
${request.work}
`,
});
