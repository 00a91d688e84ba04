import type { ReactNode } from 'react';
import { fullMoment } from '#contract/dates.ts';
import type { CountingTrouble } from '#contract/tracking.ts';
import { Note } from '#web/ui/pages/note.tsx';

export interface TroubleNoteProps {
  trouble: CountingTrouble;
  /** A deadline that the page already shows, so that the note does not repeat it. */
  deadline: Date | null;
  /** A control with which the reader can solve the problem. */
  action?: ReactNode;
}

/** Shows why a clip's views are currently not read, since when, and when the count becomes final. */
export function TroubleNote({ trouble, deadline, action }: TroubleNoteProps) {
  const { kind, title, sentence, since, finalAt } = trouble;
  const isDelay = kind === 'delayed' || kind === 'no_counts';
  const from =
    since && `${isDelay || kind === 'not_set_up' ? 'Last counted' : 'Since'} ${fullMoment(since)}.`;
  const isShown = finalAt?.getTime() === deadline?.getTime();
  return (
    <Note tone={isDelay ? 'info' : 'warning'} title={title} action={action}>
      {[sentence, from, finalAt && !isShown && `It becomes final on ${fullMoment(finalAt)}.`]
        .filter(Boolean)
        .join(' ')}
    </Note>
  );
}
