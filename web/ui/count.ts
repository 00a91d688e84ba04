const full = new Intl.NumberFormat('en-US');

/** "847,293" */
export const formatCount = (count: number): string => full.format(count);

/** "847,293 views", or "12,400 attested views" where people counted them from screenshots. */
export const formatViews = (count: number, level: 'platform' | 'attested'): string =>
  `${formatCount(count)} ${level === 'attested' ? 'attested views' : 'views'}`;

/** "38,412" → 38412; null when it is no whole number of views. */
export function parseViews(text: string): number | null {
  if (!/^\s*\d{1,3}(?:,?\d{3})*\s*$|^\s*\d{1,11}\s*$/.test(text)) return null;
  const views = Number(text.replaceAll(',', ''));
  return views <= 10_000_000_000 ? views : null;
}
