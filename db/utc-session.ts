const UTC = '-c+TimeZone=UTC';

/**
 * The address of a database with its sessions in UTC, whatever the server, the database or the role would say: there a
 * day always has 24 hours. Options that the address names already stay. Of the text, for a parsed address could not be
 * written again as it was.
 */
export function inUtc(url: string): string {
  if (/[?&]options=/.test(url)) return url.replace(/[?&]options=[^&#]*/g, (options) => `${options}+${UTC}`);
  return `${url}${url.includes('?') ? '&' : '?'}options=${UTC}`;
}
