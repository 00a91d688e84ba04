const OWN = 'https://own.invalid';

/** Another origin to a browser: two slashes, or what it takes for one, or what it leaves out between them. */
const LEADS_AWAY = /^[/\\]{2}|[\\\p{Cc}]/u;

/** A path of this site with its query, cut out of whatever was given; null when it would lead anywhere else. */
export function ownPath(given: string | null | undefined): string | null {
  if (!given?.startsWith('/') || LEADS_AWAY.test(given) || !URL.canParse(given, OWN)) return null;
  const { host, pathname, search } = new URL(given, OWN);
  // Again after dots were resolved ("/.//evil") and as whoever decodes the path once more would read it.
  const readings = [pathname, decoded(pathname)];
  const stays = host === 'own.invalid' && readings.every((path) => path !== null && !LEADS_AWAY.test(path));
  return stays ? pathname + search : null;
}

/** Without percent signs, however often it was encoded; null when that is no text, or never ends. */
function decoded(path: string): string | null {
  let text = path;
  for (let turns = 0; turns < 4; turns++) {
    try {
      const once = decodeURIComponent(text);
      if (once === text) return text;
      text = once;
    } catch {
      return null;
    }
  }
  return null;
}

/** Without the slashes at its end, however many; the path may be as long as a request's head. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
