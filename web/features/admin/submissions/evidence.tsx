import type { z } from 'zod';
import { fullMoment } from '#contract/dates.ts';
import type { Contribution, Verdict } from '#contract/scoring.ts';
import type { CountingTrouble, viewSnapshot } from '#contract/tracking.ts';
import { TroubleNote } from '#web/nouns/trouble-note.tsx';
import { ViewsChart } from '#web/nouns/views-chart.tsx';
import { formatCount } from '#web/ui/count.ts';
import { DateText } from '#web/ui/date-text.tsx';
import { Facts } from '#web/ui/panel.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

type Snapshot = z.infer<typeof viewSnapshot>;

const NEWEST = 8;

export interface EvidenceProps {
  verdict: Verdict;
  snapshots: readonly Snapshot[];
  postedAt: Date;
  trouble: CountingTrouble | null;
  /** Draws the counts over time too. */
  chart?: boolean;
}

/** Why a clip has its score, sentence by sentence, and the counts behind it. */
export function Evidence({ verdict, snapshots, postedAt, trouble, chart }: EvidenceProps) {
  const byTime = [...snapshots].sort((a, b) => b.fetchedAt.getTime() - a.fetchedAt.getTime());
  return (
    <div className="flex flex-col gap-5">
      <Facts
        rows={[
          { name: 'Verdict', value: <VerdictBadge verdict={verdict} /> },
          { name: 'Posted', value: <DateText at={postedAt} /> },
          { name: 'Snapshots', value: formatCount(snapshots.length) },
        ]}
      />
      {trouble ? <TroubleNote trouble={trouble} /> : null}
      <p className="font-medium">{verdict.summary}</p>
      {chart ? (
        <ViewsChart
          title="Views counted"
          height={160}
          snapshots={byTime.toReversed()}
          empty={<p className="text-muted">Nothing was counted yet.</p>}
        />
      ) : null}
      <Reasons contributions={verdict.contributions} />
      {byTime.length > 0 ? <Snapshots rows={byTime.slice(0, NEWEST)} all={byTime.length} /> : null}
    </div>
  );
}

const precise = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
const measure = (value: number | null): string => (value === null ? 'not measured' : precise.format(value));

function Reasons({ contributions }: { contributions: readonly Contribution[] }) {
  if (contributions.length === 0) return null;
  return (
    <ul className="flex flex-col border-line border-y">
      {contributions.map((row) => (
        <li key={row.signal} className="flex gap-4 border-line border-t py-2.5 first:border-t-0">
          <span className="num w-10 shrink-0 text-right text-lg">+{row.points}</span>
          <span className="min-w-0 flex-1">
            {row.sentence}
            <span className="block text-muted text-sm">
              {row.signal}: {measure(row.observed)}
              {row.threshold === null ? null : `, suspect from ${measure(row.threshold)}`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Snapshots({ rows, all }: { rows: readonly Snapshot[]; all: number }) {
  return (
    <table className="w-full text-sm">
      <caption className="label pb-1.5 text-left">
        {all > rows.length ? `The newest ${rows.length} of ${all} snapshots` : 'All snapshots'}
      </caption>
      <thead className="text-muted">
        <tr>
          <th className="py-1.5 text-left font-medium">Fetched</th>
          <th className="pl-3 text-right font-medium">Views</th>
          <th className="pl-3 text-right font-medium">Likes</th>
          <th className="pl-3 text-right font-medium">Comments</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.fetchedAt.toISOString()} className="border-line border-t">
            <td className="py-1.5">{fullMoment(row.fetchedAt)}</td>
            <td className="pl-3 text-right">{formatCount(row.views)}</td>
            <td className="pl-3 text-right">{row.likes === null ? '-' : formatCount(row.likes)}</td>
            <td className="pl-3 text-right">{row.comments === null ? '-' : formatCount(row.comments)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
