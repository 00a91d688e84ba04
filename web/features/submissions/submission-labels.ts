import type { HostSubmissionRow, NextEvent } from '#contract/submissions/submissions.ts';

/** Returns who has to act, as one side of a clip should read it after "by"; null if nobody has to act. */
export function actorName(
  who: NextEvent['who'],
  { host = 'you', clipper = 'you' }: { host?: string; clipper?: string },
): string | null {
  const names: Record<NextEvent['who'], string | null> = {
    host,
    clipper,
    admin: 'a reviewer',
    platform: 'the platform',
    permille: 'Permille',
    bank: 'the bank',
    nobody: null,
  };
  return names[who];
}

/** Whether the text already names the person who acts: "You decide", "A reviewer decides on the appeal". */
export const isNamed = (what: string, actor: string | null): boolean =>
  what.startsWith('You ') || (actor === 'a reviewer' && /\breviewers?\b/i.test(what));

/** Describes the next event to the host. If the host has to decide, the text is "You decide". */
export function nextForHost({ status, decision, next }: HostSubmissionRow): string {
  if (status !== 'pending' || decision !== null) return next.what;
  return next.who === 'host' ? 'You decide' : next.what;
}
