import { exactMoment, isoDay } from '#contract/dates.ts';
import { Tooltip } from '#web/ui/dialogs/tooltip.tsx';

/** Shows a day such as "2026-11-14", for columns and facts. Hover or focus shows the exact time. */
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
