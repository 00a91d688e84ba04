import { ANSWER_HOURS } from '#contract/limits.ts';
import { NextEvent } from '#web/ui/timeline.tsx';

const HOUR_MS = 3_600_000;

/** Who acts on a message that is open; with the time that its writer was promised, until the first answer. */
export function AnswerDue({ sentAt, isFirst = true }: { sentAt: Date; isFirst?: boolean }) {
  const by = new Date(sentAt.getTime() + ANSWER_HOURS * HOUR_MS);
  return isFirst ? (
    <NextEvent what="An answer is due" by={by} who="you or another admin" />
  ) : (
    <NextEvent what="Waiting for another answer" who="you or another admin" />
  );
}
