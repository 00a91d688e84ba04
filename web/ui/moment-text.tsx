import { exactMoment } from '#contract/dates.ts';
import { momentFrom } from './dates.ts';
import { useNow } from './now.tsx';

/** "Tue 24 Nov, 08:08 UTC"; to the second on hover. */
export function MomentText({ at }: { at: Date | string }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={exactMoment(at)} className="whitespace-nowrap">
      {momentFrom(at, now)}
    </time>
  );
}
