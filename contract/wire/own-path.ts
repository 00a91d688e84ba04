const OWN = 'https://own.invalid';

/**
 * Matches paths that a browser reads as another origin: `//`, `\` (treated as `/`) or control characters
 * (dropped).
 */
const LEADS_AWAY = /^[/\\]{2}|[\\\p{Cc}]/u;

/**
 * Returns the path and query of an address if it is on this site. Returns null if a browser could leave the
 * site with it.
 */
export function ownPath(given: string | null | undefined): string | null {
  if (!given?.startsWith('/') || LEADS_AWAY.test(given) || !URL.canParse(given, OWN)) return null;
  const { host, pathname, search } = new URL(given, OWN);
  // The check is repeated after dots are resolved ("/.//evil") and after further decoding, which some callers
  // do.
  const readings = [pathname, decoded(pathname)];
  const stays = host === 'own.invalid' && readings.every((path) => path !== null && !LEADS_AWAY.test(path));
  return stays ? pathname + search : null;
}

/**
 * Decodes until no percent sign is left. Returns null if the result is not text or the decoding does not end.
 */
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

/**
 * Removes all slashes at the end. Without a regular expression, because the path may be as long as a
 * request's head.
 */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
