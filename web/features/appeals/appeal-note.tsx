import type { AppealOf, AppealState, ClipAppeal } from '#contract/appeals.ts';
import { fullMoment } from '#contract/dates.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { Note, type NoteTone } from '#web/ui/pages/note.tsx';

const tones: Record<AppealState, NoteTone> = {
  open: 'info',
  escalated: 'warning',
  overturned: 'ok',
  dismissed: 'error',
};

const subjects: Record<AppealOf, string> = { rejection: 'the rejection', hold: 'the hold' };

/**
 * Shows an appeal with its outcome. While it is open, says what happens without a decision; the head of the
 * page has the deadline.
 */
export function AppealNote({ appeal, countLevel }: { appeal: ClipAppeal; countLevel: CountLevel }) {
  return (
    <Note tone={tones[appeal.state]} title={titleOf(appeal)}>
      {nextOf(appeal, countLevel)}
      {appeal.note ? <span className="mt-1 block wrap-anywhere">Note: {appeal.note}</span> : null}
      {appeal.text ? (
        <blockquote
          dir="auto"
          className="mt-1.5 whitespace-pre-wrap border-line-strong border-l-2 pl-2.5 text-muted wrap-anywhere"
        >
          {appeal.text}
        </blockquote>
      ) : null}
    </Note>
  );
}

/** The beginning of a sentence about what happens to the clip while its rejection is under appeal. */
const counting: Record<CountLevel, string> = {
  platform: 'The clip is counted',
  attested: 'Screenshots of the clip’s views still count',
};

function titleOf({ of, state }: ClipAppeal): string {
  if (state === 'overturned')
    return of === 'hold' ? 'Appeal accepted: views released.' : 'Appeal accepted: clip approved.';
  if (state === 'dismissed') return `Appeal denied: ${subjects[of]} stands.`;
  return state === 'escalated' ? 'Appeal overdue.' : `Appeal against ${subjects[of]} in review.`;
}

function nextOf(
  { of, state, decidedAt, decidedBy, openedAt, isReleasedByTime }: ClipAppeal,
  countLevel: CountLevel,
): string {
  if (decidedAt) {
    const who = decidedBy ? ` by ${decidedBy}` : '';
    return `Decided${who} ${fullMoment(decidedAt)}. It was filed ${fullMoment(openedAt)}.`;
  }
  if (state === 'escalated')
    return 'It was not decided in time and is now first in the queue. Nothing is paid or lost until it is decided.';
  const late =
    of === 'rejection'
      ? `it moves to the top of the queue. ${counting[countLevel]} in the meantime`
      : isReleasedByTime
        ? 'the views are released'
        : 'the views stay held until a reviewer decides';
  return `Without a decision in time, ${late}.`;
}
