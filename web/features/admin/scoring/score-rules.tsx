import { useState } from 'react';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import type { ScoreRules as Rules } from '#contract/scoring/score-rules.ts';
import { useRead } from '#web/api/query.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { QueryTable } from '#web/ui/lists/query-table.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { formatCount, formatShare } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { MarketPrice } from './market-price.tsx';
import { ProofTiers } from './proof-tiers.tsx';
import { ScoreProposal } from './score-proposal.tsx';
import { ScoreSignalDialog } from './score-signal-dialog.tsx';

type SignalRow = Rules['signals'][number];

const thresholds = ({ ramps }: SignalRow) =>
  ramps
    .map(
      ({ platform, weak, strong }) =>
        `${platform ? `${platforms[platform].name} ` : ''}${weak > strong ? 'below' : 'above'} ${weak}, full at ${strong}`,
    )
    .join('; ');

/** Shows the signals of the score with their weights, the baselines, and the history of changes. */
export function ScoreRules() {
  const found = useRead(
    adminRoutes.scoreRules,
    {},
    { select: ({ signals, ...rest }) => ({ rows: signals, ...rest }) },
  );
  const { data } = found;
  const [changing, setChanging] = useState<SignalRow>();
  const columns: Column<SignalRow>[] = [
    {
      header: 'Signal',
      phone: 'title',
      cell: (row) => <RowTitle below={<span className="mono text-xs">{row.id}</span>}>{row.name}</RowTitle>,
    },
    { header: 'Suspicious', cell: thresholds },
    {
      header: 'Weight',
      align: 'right',
      phone: 'amount',
      cell: (row) => (
        <>
          {row.weight}
          {row.weight === row.shippedWeight ? null : (
            <span className="block text-muted text-xs">was {row.shippedWeight}</span>
          )}
        </>
      ),
    },
    {
      header: 'Action',
      align: 'right',
      cell: (row) => (
        <Button size="sm" aria-label={`Change ${row.name}`} onClick={() => setChanging(row)}>
          Change
        </Button>
      ),
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4.5 py-3">
        <p className="min-w-0 flex-1 basis-80 text-muted text-sm">
          {data ? `Version ${data.version}. ` : ''}A clip is judged by the newest version when it is counted
          next; its verdict names the version.
        </p>
        <CsvLink href={adminRoutes.scoreRulesCsv.path} what="signals of the score" />
      </div>
      <ScoreProposal />
      <QueryTable
        of={found}
        what="score"
        caption="Signals of the score"
        columns={columns}
        rowKey={(row) => row.id}
        empty={<EmptyState title="No signals">The score has nothing to weigh.</EmptyState>}
      />
      <ProofTiers />
      <MarketPrice />
      {data ? <Usual of={data.baselines} /> : null}
      {data ? <Versions of={data.versions} /> : null}
      {changing && data ? (
        <ScoreSignalDialog signal={changing} version={data.version} onClose={() => setChanging(undefined)} />
      ) : null}
    </>
  );
}

function Usual({ of }: { of: Rules['baselines'] }) {
  return (
    <section aria-label="What is usual" className="border-line border-t p-4.5">
      <h2 className="label mb-2">What is usual</h2>
      <ul className="border-line border-t">
        {of.map(({ platform, likesPerView, clips, needed, isMeasured }) => (
          <li
            key={platform}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2.5"
          >
            <span className="min-w-0">
              <b className="font-semibold">{platforms[platform].name}</b>
              <span className="block text-muted text-sm">
                Likes on {formatShare(likesPerView.p05)} to {formatShare(likesPerView.p95)} of views, half of
                the clips on {formatShare(likesPerView.median)} or more.
              </span>
            </span>
            {isMeasured ? (
              <Badge tone="green">{`From ${formatCount(clips)} approved clips`}</Badge>
            ) : (
              <Badge tone="grey">
                {clips < needed
                  ? `Not enough data: ${formatCount(clips)} of ${formatCount(needed)} clips`
                  : 'From public samples'}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ of }: { of: Rules['versions'] }) {
  return (
    <section aria-label="Versions" className="border-line border-t p-4.5">
      <h2 className="label mb-2">Versions</h2>
      {of.length === 0 ? (
        <p className="text-muted text-sm">No changes yet: the score uses the rules it was shipped with.</p>
      ) : (
        <ul className="border-line border-t">
          {of.map(({ version, madeAt, by, note }) => (
            <li key={version} className="border-line border-b py-2.5">
              <b className="font-semibold">{`Version ${version}`}</b>{' '}
              <span className="text-muted text-sm">
                <MomentText at={madeAt} full />, {by ?? 'recomputed automatically'}
              </span>
              <span className="block break-words">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
