import type { ClaimedMail } from './claim-mail.ts';

/** The content of a mail: plain text, the same as HTML, and the one-click unsubscribe URL (RFC 8058). */
export async function mailContent(mail: ClaimedMail, subjectPrefix: string, appUrl: string) {
  // React is loaded with the first mail, not when the server starts.
  const { mailHtml } = await import('./mail-html.tsx');
  const subject = subjectPrefix + mail.subject;
  const { unsubscribe_url: url, unsubscribe_about: about } = mail;
  const unsubscribe = url === null || about === null ? null : { url, about };
  return {
    to: mail.to_address,
    subject,
    text: mail.body_text,
    html: mailHtml({ subject, text: mail.body_text, buttons: mail.button_labels, unsubscribe }, appUrl),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(url !== null && {
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
