import type { Log } from './log.ts';
import type { Mail } from './mail.ts';
import { openTransport, patience } from './mail-transport.ts';
import { withTimeout } from './with-timeout.ts';

/** Sends a mail at once, without the outbox. Returns false when the server did not accept the mail. */
export type MailNow = (mail: Pick<Mail, 'to' | 'subject' | 'text'>) => Promise<boolean>;

interface Sender {
  smtpUrl: string;
  from: string;
  subjectPrefix: string;
  log: Log;
}

/** Sends the few mails that must not wait in the database because they report the database's failure. */
export const mailNow =
  ({ smtpUrl, from, subjectPrefix, log }: Sender): MailNow =>
  async (mail) => {
    const { wholeMs, ...timeouts } = patience;
    const transport = await openTransport({ url: smtpUrl, ...timeouts });
    try {
      const subject = subjectPrefix + mail.subject;
      const message = { ...mail, subject, from, headers: { 'Auto-Submitted': 'auto-generated' } };
      await withTimeout(transport.sendMail(message), { ms: wholeMs, what: 'the mail server' });
      return true;
    } catch (error) {
      log.warn({ err: error }, 'mail not accepted');
      return false;
    } finally {
      transport.close();
    }
  };
