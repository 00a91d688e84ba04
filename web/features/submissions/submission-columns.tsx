import { ExternalLink, MessageSquare } from 'lucide-react';
import { platforms } from '#contract/platforms/platforms.ts';
import type { ClipperSubmissionRow } from '#contract/submissions/submissions.ts';
import { ClipName, shortLink } from '#web/nouns/clip-name.tsx';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { postHref } from '#web/nouns/post-link.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { Views } from '#web/nouns/views.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { NextLine } from './next-line.tsx';

type Row = ClipperSubmissionRow;

/** The specified columns. The next event is below the listing's title, which links to the clip. */
export const submissionColumns: Column<Row>[] = [
  {
    header: 'Listing',
    phone: 'title',
    picture: true,
    sort: { by: 'listing', kind: 'text' },
    cell: (row) => <ListingCell row={row} />,
  },
  { header: 'Clip Link', phone: 'hidden', cell: (row) => <ClipLink row={row} /> },
  {
    header: 'Views',
    align: 'right',
    sort: { by: 'views', kind: 'number' },
    phone: 'hidden',
    cell: (row) => <Views count={row.views} level={row.countLevel} />,
  },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.status} /> },
  {
    header: 'Date',
    phone: 'hidden',
    sort: { by: 'date', kind: 'date' },
    cell: (row) => <DateText at={row.submittedAt} />,
  },
  moneyColumn('Payout', (row) => row.payoutMicros, { zero: '-', bold: true, sort: 'payout' }),
];

function ListingCell({ row }: { row: Row }) {
  return (
    <RowTitle
      to={paths.clip(row.id)}
      picture={<ClipPoster id={row.id} src={row.posterUrl} small className="w-full" />}
      second={<ClipName {...row} />}
      below={
        <>
          {row.unreadMessages > 0 ? (
            <span className="inline-flex items-center gap-1.5 font-semibold text-blue">
              <MessageSquare aria-hidden className="size-3.5" />
              {row.unreadMessages === 1 ? '1 new message' : `${row.unreadMessages} new messages`}
            </span>
          ) : null}
          <NextLine row={row} />
        </>
      }
    >
      <bdi>{row.listingTitle}</bdi>
    </RowTitle>
  );
}

function ClipLink({ row }: { row: Row }) {
  return (
    <a
      href={postHref(row.url)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${platforms[row.platform].name} clip, opens in a new tab`}
      title={row.url}
      className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm hover:underline"
    >
      <PlatformIcon platform={row.platform} />
      {shortLink(row.url, 22)}
      <ExternalLink aria-hidden className="size-3.25 text-muted" />
    </a>
  );
}
