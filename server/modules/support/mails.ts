import { type SupportCategory, supportCategoryNames } from '#contract/support/support.ts';
import type { Mail } from '#server/infra/mail.ts';

/**
 * Confirms that a message arrived. The mail contains no text from the sender: the form must not carry a
 * stranger's words to another person's mailbox.
 */
export const receivedMail = (to: string): Mail => ({
  to,
  subject: 'We received your message',
  text: `Thank you for writing to Permille. Your message has arrived, and we'll get back to you within 24-48 hours.

If you did not write to us, ignore this email: someone mistyped an address.
`,
});

export const operatorMail = (
  to: string,
  message: { id: string; name: string; email: string; category: SupportCategory; message: string },
): Mail => ({
  to,
  subject: `Support: ${supportCategoryNames[message.category]}`,
  text: `Name: ${message.name.replace(/\s+/g, ' ')}
Email: ${message.email}
Category: ${supportCategoryNames[message.category]}
Message number: ${message.id}

${message.message}
`,
});

/** Returns the mail with an answer by the team, followed by the question. */
export const answerMail = (to: string, answer: { text: string; question: string }): Mail => ({
  to,
  subject: 'Your message to Permille',
  text: `${answer.text}

You wrote:
${answer.question.replace(/^/gm, '> ')}
`,
});
