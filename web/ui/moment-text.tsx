import { exactMoment } from '#contract/dates.ts';
import { momentFrom } from './dates.ts';
import { useNow } from './now.tsx';

const NO_BREAK_SPACE = '\u00a0';

/** "Tue 24 Nov, 08:08 UTC", in two lines between day and time where it is narrow; to the second on hover. */
export function MomentText({ at }: { at: Date | string }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={exactMoment(at)}>
      {momentFrom(at, now).replaceAll(/(?<!,) /g, NO_BREAK_SPACE)}
    </time>
  );
}
