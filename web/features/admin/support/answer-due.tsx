import { ANSWER_HOURS } from '#contract/limits.ts';
import { NextEvent } from '#web/ui/pages/timeline.tsx';

const HOUR_MS = 3_600_000;

/** Shows who has to answer an open message, and until when the first answer is promised. */
export function AnswerDue({ sentAt, isFirst = true }: { sentAt: Date; isFirst?: boolean }) {
  const by = new Date(sentAt.getTime() + ANSWER_HOURS * HOUR_MS);
  return isFirst ? (
    <NextEvent what="An answer is due" by={by} who="you or another admin" />
  ) : (
    <NextEvent what="Waiting for another answer" who="you or another admin" />
  );
}
