import { formatUsd } from '#contract/money.ts';
import type { RecordFacts } from '#contract/verified-records.ts';
import { escapeXml } from '#server/infra/markup.ts';

/**
 * Returns the font size of a text. A long name or large figures get a smaller one, so that no badge cuts them
 * off.
 */
const fitting = (text: string, size: number): number => Math.min(size, Math.floor(4_500 / text.length) / 10);

const count = new Intl.NumberFormat('en');

const drawn = (label: string, lines: readonly [string, string]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="72" viewBox="0 0 360 72" role="img" aria-label="${escapeXml(label)}">
<title>${escapeXml(label)}</title>
<rect width="360" height="72" rx="10" fill="#101114"/>
<svg x="16" y="16" width="40" height="40" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="#C8F04B"/><g fill="#12160A"><rect x="4" y="4.2" width="4.1" height="7.2" rx="1"/><rect x="10.4" y="12.6" width="4.1" height="7.2" rx="1"/><rect x="16" y="12.6" width="4.1" height="7.2" rx="1"/><path d="M15.6 4.2h2.5L8.6 19.8H6.1z"/></g></svg>
<g font-family="system-ui,sans-serif"><text x="72" y="32" font-size="${fitting(lines[0], 15)}" font-weight="700" fill="#f4f4f0">${escapeXml(lines[0])}</text><text x="72" y="53" font-size="${fitting(lines[1], 13)}" fill="#a3a4ad">${escapeXml(lines[1])}</text></g>
</svg>
`;

const of = (amount: number, one: string, many: string): string =>
  `${count.format(amount)} ${amount === 1 ? one : many}`;

/** Draws a shared record as an image with the current facts. */
export function badgeOf({ username, approvedClips, verifiedViews, earnedMicros }: RecordFacts): string {
  const facts = [
    of(verifiedViews, 'verified view', 'verified views'),
    of(approvedClips, 'clip', 'clips'),
    ...(earnedMicros === null ? [] : [`${formatUsd(earnedMicros)} earned`]),
  ].join(' · ');
  return drawn(`@${username} on Permille: ${facts}`, [`@${username} · verified on Permille`, facts]);
}

/** The badge of a record that is not shared, or no longer shared. */
export const endedBadge = drawn('This record is not shared', [
  'Permille',
  'This record is not shared, or no longer shared.',
]);
