import type { ReactNode } from 'react';
import { fullMoment } from '#contract/dates.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import { Note } from '#web/ui/pages/note.tsx';

export interface TroubleNoteProps {
  trouble: CountingTrouble;
  /** A control with which the reader can fix it. */
  action?: ReactNode;
}

/** The reason why a clip's views are currently not read, since when, and when that becomes final. */
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
