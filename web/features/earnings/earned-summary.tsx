import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { Scoreboard, ScoreCell } from '#web/ui/pages/scoreboard.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';

/** Shows the clipper's money in the same four figures as the Earnings page. */
export function EarnedSummary() {
  const figures = useRead(routes.clipperOverview, {}).data?.figures;
  const leaving = useRead(routes.leaving, {}).data;
  const show = (amount: Parameters<typeof formatUsd>[0] | undefined) =>
    amount === undefined ? undefined : formatUsd(amount);
  return (
    <Scoreboard layout="lead">
      <ScoreCell
        lead
        hot
        label="Available now"
        value={show(figures?.availableMicros)}
        hint={
          leaving ? (
            `Available to withdraw: ${formatUsd(leaving.canLeaveMicros)}`
          ) : (
            <Skeleton className="h-4 w-40" />
          )
        }
      />
      <ScoreCell label="Pending" value={show(figures?.pendingMicros)} />
      <ScoreCell label="On its way" value={show(figures?.onItsWayMicros)} />
      <ScoreCell label="Contested" value={show(figures?.contestedMicros)} />
    </Scoreboard>
  );
}
