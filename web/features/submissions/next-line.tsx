import type { ClipperSubmissionRow } from '#contract/submissions/submissions.ts';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { actorName, isNamed } from './submission-labels.ts';

/** The next event of a clip, its deadline and acting person; grey once nothing more happens. */
export function NextLine({ row }: { row: Pick<ClipperSubmissionRow, 'next' | 'hostUsername'> }) {
  const { what, by, who } = row.next;
  const actor = actorName(who, { host: `@${row.hostUsername}` });
  if (actor === null) return <span className="text-muted text-sm">{what}</span>;
  return <NextEvent what={what} {...(by ? { by } : {})} who={isNamed(what, actor) ? null : actor} />;
}
