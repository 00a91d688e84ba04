/** A path of this site with its query, cut out of whatever was given; null when it would lead anywhere else. */
export function ownPath(given: string | null | undefined): string | null {
  if (!given?.startsWith('/') || !URL.canParse(given, 'https://own.invalid')) return null;
  const address = new URL(given, 'https://own.invalid');
  return address.host === 'own.invalid' ? address.pathname + address.search : null;
}
