import { Link } from 'react-router';
import { paidOnlyText } from '#contract/clips/counted-views.ts';
import { formatRate, formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';

const SHOWN = 4;

/** The newest active listings. */
export function NewestListings() {
  const listings = useRead(
    routes.exploreListings,
    { query: {} },
    { select: ({ rows }) => ({ rows: rows.slice(0, SHOWN) }) },
  );
  return (
    <Panel
      title="Active Listings"
      flush
      action={
        listings.data?.rows.length ? (
          <Link to={paths.clipperExplore()} className="link text-sm">
            Explore all
          </Link>
        ) : null
      }
    >
      <QueryList
        flush
        of={listings}
        what="listings"
        empty={
          <EmptyState
            title="No active listings"
            action={
              <Link to={paths.clipperExplore()} className={buttonStyle()}>
                Explore Listings
              </Link>
            }
          >
            New listings are posted by verified hosts.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  to={paths.listing(row.id)}
                  className="flex items-center gap-3 px-4.5 py-3 hover:bg-hover"
                >
                  <ClipPoster small id={row.id} src={row.sourcePosterUrl} className="w-8" />
                  <span className="min-w-0 flex-1">
                    <b className="block wrap-anywhere font-semibold">
                      <bdi>{row.title}</bdi>
                    </b>
                    <span className="block wrap-anywhere text-muted text-sm">
                      @{row.host.username} · {formatUsd(row.freeMicros)} free
                      {paidOnlyText(row)}
                    </span>
                  </span>
                  <span className="text-right">
                    <span className="num block text-xl">{formatRate(row.rateCentsPerMille)}</span>
                    <span className="text-muted text-xs">per 1,000</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  );
}
