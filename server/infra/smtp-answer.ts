/** A mail server's verdict on one mail. */
export type SmtpVerdict =
  /** The mailbox does not exist: no mail to this address will arrive. */
  | 'nobody'
  /** This mail will never be accepted, but another mail to the address may be. */
  | 'refused'
  /** The mail may be accepted later, or the answer is not about this mail. */
  | 'later';

interface SmtpError {
  code?: unknown;
  command?: unknown;
  responseCode?: unknown;
  response?: unknown;
}

/**
 * Codes of a bad address or a closed mailbox (RFC 3463). A full mailbox may have room later, and a policy may
 * concern us rather than the address.
 */
const NOBODY = /^5\.(?:1\.\d{1,3}|2\.1|0\.0)$/;

export const isNobody = (status: string): boolean => NOBODY.test(status);

/**
 * Returns the verdict of an error when sending. Only answers about a recipient or a message concern the mail;
 * answers to our login or connection do not.
 */
export function smtpVerdict(error: unknown): SmtpVerdict {
  const { command, responseCode, response } = (error ?? {}) as SmtpError;
  if (typeof responseCode !== 'number' || responseCode < 500) return 'later';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'later';
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1];
  if (status) return isNobody(status) ? 'nobody' : 'refused';
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode) ? 'nobody' : 'refused';
}
