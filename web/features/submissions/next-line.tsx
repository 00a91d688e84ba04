import type { ClipperSubmissionRow } from '#contract/submissions/submissions.ts';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { actorName, isNamed } from './submission-labels.ts';

/**
 * Shows the next event of a clip, its deadline and who has to act. It is grey if nothing more will happen.
 */
export function NextLine({ row }: { row: Pick<ClipperSubmissionRow, 'next' | 'hostUsername'> }) {
  const { what, by, who } = row.next;
  const actor = actorName(who, { host: `@${row.hostUsername}` });
  if (actor === null) return <span className="text-muted text-sm">{what}</span>;
  return <NextEvent what={what} {...(by ? { by } : {})} who={isNamed(what, actor) ? null : actor} />;
}
