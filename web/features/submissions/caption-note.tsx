import type { ReactNode } from 'react';
import { fullMoment } from '#contract/dates.ts';
import { CAPTION_FIX_HOURS, CAPTION_REPEAT_DAYS } from '#contract/limits.ts';
import type { CaptionProblem } from '#contract/submissions/caption-checks.ts';
import { Note } from '#web/ui/pages/note.tsx';

/** Shows which required parts a post's caption lacks, and until when they must be added. */
export function CaptionNote({
  captionProblem,
  action,
}: {
  captionProblem: CaptionProblem;
  action: ReactNode;
}) {
  return (
    <Note
      tone={captionProblem.earnsNothing ? 'error' : 'warning'}
      title={captionProblem.earnsNothing ? 'This clip earns nothing until it is fixed.' : 'Fix your post.'}
      action={action}
    >
      {captionProblem.sentence} {whatFollows(captionProblem)}
    </Note>
  );
}

function whatFollows({ earnsNothing, isRepeat, fixBy }: CaptionProblem): string {
  if (!earnsNothing) {
    return `Fix it by ${fullMoment(fixBy)} and you lose nothing: earnings until then stay pending. After that it earns nothing until it is fixed. If this happens again within ${CAPTION_REPEAT_DAYS} days, you don’t get ${CAPTION_FIX_HOURS} hours.`;
  }
  const paid = 'Once it is fixed, it earns again. Views since then count too, as far as the budget goes.';
  return isRepeat
    ? `You don’t get ${CAPTION_FIX_HOURS} hours this time, because a caption of yours failed within the last ${CAPTION_REPEAT_DAYS} days. ${paid}`
    : paid;
}
