import type { ClipperSubmissionRow, NextEvent } from '#contract/submissions.ts';

/** Who has to act, as the clipper reads it after "by"; null when nobody has to. */
export function actorName(who: NextEvent['who'], hostUsername: string): string | null {
  const names: Record<NextEvent['who'], string | null> = {
    host: `@${hostUsername}`,
    clipper: 'you',
    admin: 'a reviewer',
    platform: 'the platform',
    permille: 'Permille',
    bank: 'the bank',
    nobody: null,
  };
  return names[who];
}

/** Only an undecided submission can be withdrawn. */
export const canWithdraw = (row: Pick<ClipperSubmissionRow, 'status' | 'decision'>): boolean =>
  row.status === 'pending' && row.decision === null;

/** "tiktok.com/@tess/video/73…", enough to recognise a link by. */
export function shortLink(url: string, length = 30): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  return bare.length <= length ? bare : `${bare.slice(0, length - 1)}…`;
}
