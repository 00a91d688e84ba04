import type { ClaimedMail } from './claim-mail.ts';

/** What its reader gets: plain text, the same as HTML, and the address that ends such mails with one press (RFC 8058). */
export async function mailContent(mail: ClaimedMail, subjectPrefix: string, appUrl: string) {
  // React is loaded with the first mail, not with the server.
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
