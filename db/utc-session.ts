const UTC = '-c+TimeZone=UTC';

/**
 * The database URL with its sessions in UTC, whatever the server, the database or the role has set: a day in
 * UTC always has 24 hours. Other options of the URL are kept. It edits the text, because a parsed URL can't
 * be written back unchanged.
 */
export function inUtc(url: string): string {
  if (/[?&]options=/.test(url)) return url.replace(/[?&]options=[^&#]*/g, (options) => `${options}+${UTC}`);
  return `${url}${url.includes('?') ? '&' : '?'}options=${UTC}`;
}
