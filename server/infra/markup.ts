const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands in HTML, between tags and within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** What XML 1.0 can't hold at all, not even escaped: most control characters, halves of pairs and two that mean nothing. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text without what makes a whole XML document unreadable. */
export const writableInXml = (text: string): string => text.replace(UNWRITABLE, '\uFFFD');

/** A text as it stands in XML, between tags and within quotes. */
export const escapeXml = (text: string): string => escapeHtml(writableInXml(text));
