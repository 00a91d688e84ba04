import { isNobody } from './smtp-answer.ts';

/** A mail service's report about one of our mails. */
export interface MailReport {
  reason: 'bounce' | 'complaint';
  /** The mail's id, from its Message-ID. */
  mailId: string;
  detail: string;
}

/**
 * Reads a report of a permanent bounce (RFC 3464) or of a spam complaint (RFC 5965). Returns null for
 * anything else, such as a delay, a personal reply, or a report about a mail that is not ours.
 */
export async function readMailReport(raw: Uint8Array): Promise<MailReport | null> {
  // The library is loaded on demand, because such mails are rare.
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, { maxRfc822NestingDepth: 0, attachmentEncoding: 'utf8' });
  const parts = mail.attachments.map(({ mimeType, content }) => ({ type: mimeType, text: String(content) }));
  const textOf = (...types: string[]) => parts.find(({ type }) => types.includes(type))?.text;
  const status = textOf('message/delivery-status', 'message/global-delivery-status');
  const feedback = textOf('message/feedback-report');
  const original = textOf(
    'message/rfc822',
    'text/rfc822-headers',
    'message/global',
    'message/global-headers',
    'message/rfc822-headers',
  );
  const mailId = ourId(original ?? status ?? '');
  if (!mailId) return null;
  if (feedback !== undefined) return complaintOf(feedback, mailId);
  return status === undefined ? null : bounceOf(status, mailId);
}

function complaintOf(feedback: string, mailId: string): MailReport | null {
  const type = fieldOf(feedback, 'Feedback-Type');
  // A "not-spam" report withdraws a complaint; other types are about us, not about a reader.
  return type === 'abuse' || type === 'fraud' || type === 'opt-out'
    ? { reason: 'complaint', mailId, detail: `reported as ${type}` }
    : null;
}

/** Reads a delivery status. It has a block for each recipient, and each of our mails has one recipient. */
function bounceOf(status: string, mailId: string): MailReport | null {
  if (fieldOf(status, 'Action')?.toLowerCase() !== 'failed') return null;
  const code = fieldOf(status, 'Status')?.split(' ')[0] ?? '';
  if (!isNobody(code)) return null;
  return { reason: 'bounce', mailId, detail: `${code} ${fieldOf(status, 'Diagnostic-Code') ?? ''}`.trim() };
}

/** Returns a field of a block of headers, with its continuation lines (which begin with a space). */
function fieldOf(block: string, name: string): string | undefined {
  const begins = `${name.toLowerCase()}:`;
  const line = linesOf(block).find((one) => one.toLowerCase().startsWith(begins));
  return line?.slice(begins.length).trim();
}

const linesOf = (block: string): string[] => block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);

const MAIL_ID = /^<([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/i;
const ID_FIELDS = ['Message-ID', 'Original-Message-ID', 'X-Original-Message-ID'];

/** Returns the mail's id from a Message-ID that mail-delivery.ts wrote. */
function ourId(headers: string): string | undefined {
  const head = headers.split(/\r?\n\r?\n/)[0]!;
  const ids = ID_FIELDS.map((name) => MAIL_ID.exec(fieldOf(head, name) ?? '')?.[1]);
  return ids.find((id) => id !== undefined);
}
