import { exactMoment, fullMoment } from '#contract/dates.ts';
import { momentFrom } from './dates.ts';
import { useNow } from './use-now.tsx';

const NO_BREAK_SPACE = '\u00a0';

/** Classes that hide content in the two lines of a phone's row until the row is opened. */
export const awayInRow = '@max-4xl:group-[:not([data-open])]/row:hidden';

interface MomentTextProps {
  at: Date | string;
  /** True to include the year, for lasting documents such as receipts. */
  full?: boolean;
  /** True to show only "24 Nov" in the two lines of a phone's row, where a longer text would be cut. */
  shortInRow?: boolean;
}

/**
 * Shows a time such as "Tue 24 Nov, 08:08 UTC". If there is little room it breaks between day and time, or
 * before the year. Hover shows the seconds.
 */
export function MomentText({ at, full, shortInRow }: MomentTextProps) {
  const now = useNow();
  const text = (full ? fullMoment(at) : momentFrom(at, now)).replaceAll(
    /(?<!,) (?!\d{4}\b)/g,
    NO_BREAK_SPACE,
  );
  const [weekday, day, time] = text.split(/(?<=^\w{1,9}\s)|(?=,)/);
  return (
    <time dateTime={new Date(at).toISOString()} title={exactMoment(at)}>
      {shortInRow ? (
        <>
          <span className={awayInRow}>{weekday}</span>
          {day}
          <span className={awayInRow}>{time}</span>
        </>
      ) : (
        text
      )}
    </time>
  );
}
