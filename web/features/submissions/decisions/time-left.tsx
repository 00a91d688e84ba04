import { duration, fullMoment } from '#web/ui/dates.ts';
import { useNow } from '#web/ui/now.tsx';

/** "4 h left" by the server's clock, or that the time is over. */
export function TimeLeft({ until }: { until: Date }) {
  const now = useNow();
  const ms = until.getTime() - now.getTime();
  return (
    <time dateTime={until.toISOString()} title={fullMoment(until)} className="whitespace-nowrap">
      {ms > 0 ? `${duration(ms)} left` : 'time is over'}
    </time>
  );
}
