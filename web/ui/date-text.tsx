import { fullMoment, isoDay, relative } from './dates.ts';
import { useNow } from './now.tsx';

/** YYYY-MM-DD, as specified for tables; the full moment in UTC on hover. */
export function DateText({ at }: { at: Date | string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={fullMoment(at)} className="whitespace-nowrap">
      {isoDay(at)}
    </time>
  );
}

/** "in 3 h" or "4 h ago" by the server's clock; the full moment in UTC on hover. */
export function RelativeTime({ at }: { at: Date | string }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullMoment(at)} className="whitespace-nowrap">
      {relative(at, now)}
    </time>
  );
}
