/** What a mail server said of one mail. */
export type SmtpVerdict =
  /** Nobody is there: no mail to this address will arrive. */
  | 'nobody'
  /** This mail will never be taken; another may. */
  | 'refused'
  /** Perhaps later, or nothing was said about the mail at all. */
  | 'later';

interface SmtpError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/** Bad address, or a mailbox that is closed (RFC 3463). A full one may have room again, and a policy may be about us. */
const NOBODY = /^5\.(?:1\.\d{1,3}|2\.1|0\.0)$/;

export const isNobody = (status: string): boolean => NOBODY.test(status);

/** Whose mistake an error of sending is. Only answers about a recipient or a message speak of a mail; those to us do not. */
export function smtpVerdict(error: unknown): SmtpVerdict {
  const { command, responseCode, response } = (error ?? {}) as SmtpError;
  if (typeof responseCode !== 'number' || responseCode < 500) return 'later';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'later';
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (status) return isNobody(status) ? 'nobody' : 'refused';
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode) ? 'nobody' : 'refused';
}
