import { exactMoment, fullMoment } from '#contract/dates.ts';
import { momentFrom } from './dates.ts';
import { useNow } from './now.tsx';

const NO_BREAK_SPACE = '\u00a0';

/** Away in the two lines of a phone's row, until it is opened. */
export const awayInRow = '@max-4xl:group-[:not([data-open])]/row:hidden';

interface MomentTextProps {
  at: Date | string;
  /** With its year, for what is kept, such as a receipt. */
  full?: boolean;
  /** Only "24 Nov" in the two lines of a phone's row, where more would be cut. */
  shortInRow?: boolean;
}

/** "Tue 24 Nov, 08:08 UTC", in two lines between day and time, or before a year, where it is narrow; to the second on hover. */
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
