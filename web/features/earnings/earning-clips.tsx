import { Link } from 'react-router';
import { formatUsdExact } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { formatViews } from '#web/nouns/view-count.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

/** Lists approved clips with their total earnings and those of the last day. */
export function EarningClips() {
  const clips = usePages(routes.clipperEarningRows, { query: {} });
  return (
    <Panel
      title="Earned by clip"
      flush
      action={<CsvLink href={address(routes.clipperEarningRowsCsv, {})} what="earnings by clip" />}
    >
      <QueryList
        flush
        of={clips}
        what="clips"
        failed="Your clips did not load."
        empty={
          <EmptyState
            title="No approved clips yet"
            action={
              <Link to={paths.clipperExplore()} className={buttonStyle()}>
                Find Opportunities
              </Link>
            }
          >
            A clip earns from its approval on, for every view that is verified.
          </EmptyState>
        }
      >
        {(rows, more) => (
          <div className="max-h-68 overflow-y-auto">
            <ul className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.submissionId}>
                  <Link
                    to={paths.clip(row.submissionId)}
                    className="flex items-center gap-3 px-4.5 py-3 hover:bg-hover"
                  >
                    <ClipPoster id={row.submissionId} src={row.posterUrl} small className="w-8" />
                    <span className="min-w-0 flex-1">
                      <b className="block wrap-anywhere font-semibold">
                        <bdi>{row.listingTitle}</bdi>
                      </b>
                      <ClipName {...row} />
                      <span className="text-muted text-sm">{formatViews(row.views, row.countLevel)}</span>
                    </span>
                    <span className="text-right">
                      <b className="block font-semibold">{formatUsdExact(row.earnedMicros)}</b>
                      <span className="text-muted text-sm">
                        {row.lastDayMicros > 0n
                          ? `+${formatUsdExact(row.lastDayMicros)} in 24 h`
                          : 'nothing in 24 h'}
                      </span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            {more && <div className="p-3 text-center">{more}</div>}
          </div>
        )}
      </QueryList>
    </Panel>
  );
}
