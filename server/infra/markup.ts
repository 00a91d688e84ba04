const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/**
 * Characters that XML 1.0 can't contain even escaped: most control characters, unpaired surrogates, U+FFFE
 * and U+FFFF.
 */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Replaces the characters that would make a whole XML document unreadable. */
export const writableInXml = (text: string): string => text.replace(UNWRITABLE, '\uFFFD');

/** Escapes a text for XML, between tags and within quotes. */
export const escapeXml = (text: string): string => escapeHtml(writableInXml(text));
