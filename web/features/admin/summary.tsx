import type { z } from 'zod';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { asSentence } from '#contract/sentence.ts';
import { useRead } from '#web/api/query.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Scoreboard, ScoreCell } from '#web/ui/pages/scoreboard.tsx';
import { FigureSkeleton } from '#web/ui/pages/skeleton.tsx';
import { formatCount } from '#web/ui/texts/count.ts';

/**
 * Milliseconds between two reads of the overview. No event reports the server's health, one of its four
 * cards.
 */
const HEALTH_MS = 30_000;

const wait = <FigureSkeleton className="bg-well-3!" />;

type Overview = z.infer<typeof adminRoutes.adminOverview.reply>;

const counted = (count: number, one: string): string =>
  `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

/** Says which part of the pending clips waits for a reviewer. All others wait for their hosts. */
function pendingHint({ pendingSubmissions, waitingSubmissions }: Overview): string {
  if (pendingSubmissions === 0) return 'No clip waits';
  const forHosts = `${formatCount(pendingSubmissions - waitingSubmissions)} for their hosts`;
  return waitingSubmissions > 0
    ? `${forHosts}, ${formatCount(waitingSubmissions)} for you`
    : 'All for their hosts';
}

type Check = Overview['health']['checks'][number];

/** Lists the failing checks, one per line. If all pass, shows their number and any remarks. */
function Checks({ all }: { all: readonly Check[] }) {
  const failing = all.filter(({ ok }) => !ok);
  const shown = failing.length > 0 ? failing : all.filter(({ detail }) => detail !== 'Healthy');
  return (
    <span className="flex flex-col gap-1.5">
      {failing.length === 0 ? <span>{asSentence(`${all.length} of ${all.length} checks pass`)}</span> : null}
      {shown.map(({ name, detail }) => (
        <span key={name} className="wrap-anywhere">
          <b className="font-semibold text-well-ink">{name}:</b> {asSentence(detail)}
        </span>
      ))}
    </span>
  );
}

/** Shows the four cards of the panel. *System Health* shows the server's checks. */
export function AdminSummary() {
  const found = useRead(adminRoutes.adminOverview, {}, { refetchInterval: HEALTH_MS });
  const { data } = found;
  if (found.error && !data) return <NotLoaded of={found} failed="The figures did not load." />;
  const isUnhealthy = data?.health.healthy === false;
  const count = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
  return (
    <Scoreboard>
      <ScoreCell
        label="Total Users"
        value={count(data?.totalUsers)}
        hint={data ? `${counted(data.hosts, 'host')}, ${counted(data.clippers, 'clipper')}` : wait}
      />
      <ScoreCell
        label="Active Listings"
        value={count(data?.activeListings)}
        hint={data ? `${formatUsd(data.freeBudgetMicros)} of their budgets is free` : wait}
      />
      <ScoreCell
        label="Pending Submissions"
        wide={isUnhealthy}
        value={count(data?.pendingSubmissions)}
        hint={data ? pendingHint(data) : wait}
      />
      <ScoreCell
        label="System Health"
        wide={isUnhealthy}
        hot={data?.health.healthy ?? false}
        value={data && (data.health.healthy ? 'Healthy' : 'Unhealthy')}
        hint={data ? <Checks all={data.health.checks} /> : wait}
      />
    </Scoreboard>
  );
}
