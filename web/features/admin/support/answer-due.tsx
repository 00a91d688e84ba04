import { ANSWER_HOURS } from '#contract/limits.ts';
import { NextEvent } from '#web/ui/pages/timeline.tsx';

const HOUR_MS = 3_600_000;

/** The acting person for an open message, with the promised time of the first answer. */
export function AnswerDue({ sentAt, isFirst = true }: { sentAt: Date; isFirst?: boolean }) {
  const by = new Date(sentAt.getTime() + ANSWER_HOURS * HOUR_MS);
  return isFirst ? (
    <NextEvent what="An answer is due" by={by} who="you or another admin" />
  ) : (
    <NextEvent what="Waiting for another answer" who="you or another admin" />
  );
}
