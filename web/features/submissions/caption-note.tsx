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
    return `Fix it by ${fullMoment(fixBy)} and you lose nothing: earnings until then stay pending. After that the clip earns nothing until you fix it. If a caption of yours fails again within ${CAPTION_REPEAT_DAYS} days, the clip earns nothing from then on until you fix it.`;
  }
  const paid =
    'Once the caption is fixed, the clip earns again. Views from the meantime count too, as far as the budget goes.';
  return isRepeat
    ? `This time there are no ${CAPTION_FIX_HOURS} hours to fix it, because a caption of yours failed within the last ${CAPTION_REPEAT_DAYS} days. ${paid}`
    : paid;
}
