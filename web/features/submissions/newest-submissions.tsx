import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { formatViews } from '#web/nouns/view-count.ts';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { NextLine } from './next-line.tsx';

const SHOWN = 4;

/** The newest submissions, each with its next event. */
export function NewestSubmissions() {
  const list = useRead(
    routes.clipperSubmissions,
    { query: {} },
    { select: ({ rows }) => ({ rows: rows.slice(0, SHOWN) }) },
  );
  return (
    <Panel
      title="Recent Submissions"
      flush
      action={
        list.data?.rows.length ? (
          <Link to={paths.clipperSubmissions()} className="link text-sm">
            View all
          </Link>
        ) : null
      }
    >
      <QueryList
        flush
        of={list}
        what="submissions"
        failed="Your submissions did not load."
        empty={
          <EmptyState
            title="No submissions yet"
            action={
              <Link to={paths.clipperSubmit()} className={buttonStyle({ variant: 'primary' })}>
                Submit Your First Clip
              </Link>
            }
          >
            Cut a clip, post it, then paste its link.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y divide-line max-sm:@container">
            {rows.map((row) => (
              <li key={row.id}>
                <Link
                  to={paths.clip(row.id)}
                  className="group/row flex items-center gap-3 px-4.5 py-3 hover:bg-hover"
                >
                  <ClipPoster id={row.id} src={row.posterUrl} small className="w-8" />
                  <span className="min-w-0 flex-1">
                    <b className="block wrap-anywhere font-semibold max-sm:line-clamp-1">
                      <bdi>{row.listingTitle}</bdi>
                    </b>
                    <ClipName {...row} />
                    <span className="block max-sm:[&>span]:flex-wrap">
                      <NextLine row={row} />
                    </span>
                  </span>
                  <span className="flex flex-col items-end gap-1">
                    <StatusBadge status={row.status} />
                    <span className="text-muted text-sm">{formatViews(row.views, row.countLevel)}</span>
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
