import type { ReactNode } from 'react';
import { fullMoment } from '#contract/dates.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import { Note } from '#web/ui/pages/note.tsx';

export interface TroubleNoteProps {
  trouble: CountingTrouble;
  /** A control with which the reader can solve the problem. */
  action?: ReactNode;
}

/** Shows why a clip's views are currently not read, since when, and when the count becomes final. */
export function TroubleNote({ trouble, action }: TroubleNoteProps) {
  const { kind, title, sentence, since, finalAt } = trouble;
  const isDelay = kind === 'delayed' || kind === 'no_counts';
  const from =
    since && `${isDelay || kind === 'not_set_up' ? 'Last counted' : 'Since'} ${fullMoment(since)}.`;
  return (
    <Note tone={isDelay ? 'info' : 'warning'} title={title} action={action}>
      {[sentence, from, finalAt && `It becomes final on ${fullMoment(finalAt)}.`].filter(Boolean).join(' ')}
    </Note>
  );
}
