import { exactMoment } from '#contract/dates.ts';
import { isoDay } from './dates.ts';
import { Tooltip } from './tooltip.tsx';

/** YYYY-MM-DD, as specified for tables; the exact moment on hover and on focus. */
export function DateText({ at }: { at: Date | string }) {
  return (
    <Tooltip text={exactMoment(at)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tip is for the keyboard too */}
      <time tabIndex={0} dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
        {isoDay(at)}
      </time>
    </Tooltip>
  );
}
