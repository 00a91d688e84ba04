import { Link } from 'react-router';
import type { ListingResults, ResultClip, ResultFigures } from '#contract/listing-results/listing-results.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { PlatformIcon } from '#web/nouns/platform-icon.tsx';
import { paths } from '#web/routes/paths.ts';
import { CsvLink } from '#web/ui/lists/csv-link.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import { type Column, Table } from '#web/ui/lists/table.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';

const viewsColumn = <Row extends Pick<ResultFigures, 'views'>>(): Column<Row> => ({
  header: 'Views',
  align: 'right',
  phone: 'next',
  cell: (row) => (
    <>
      {formatCount(row.views)}
      <span className="@4xl:hidden"> views</span>
    </>
  ),
});
const paidColumn = <Row extends Pick<ResultFigures, 'paidViews'>>(): Column<Row> => ({
  header: 'Paid views',
  align: 'right',
  cell: (row) => formatCount(row.paidViews),
});
const clipsColumn = <Row extends Pick<ResultFigures, 'clips'>>(): Column<Row> => ({
  header: 'Clips',
  align: 'right',
  cell: (row) => formatCount(row.clips),
});
const spentColumn = <Row extends Pick<ResultFigures, 'spentMicros'>>(): Column<Row> =>
  moneyColumn('Spent', (row: Row) => row.spentMicros, { exact: true });

const clipTitle = ({ caption }: ResultClip): string => caption.trim() || 'Clip without a caption';

const clipColumns: Column<ResultClip>[] = [
  {
    header: 'Clip',
    phone: 'title',
    picture: true,
    cell: (clip) => (
      <RowTitle
        to={paths.clip(clip.id)}
        picture={<ClipPoster small id={clip.id} src={clip.posterUrl} className="w-full" />}
        below={
          <>
            {clip.clipperUsername ? `@${clip.clipperUsername}` : 'Deleted account'}
            <span className="@4xl:hidden">, {formatCount(clip.views)} views</span>
          </>
        }
      >
        <bdi>{clipTitle(clip)}</bdi>
      </RowTitle>
    ),
  },
  {
    header: 'Platform',
    cell: ({ platform }) => <PlatformName platform={platform} />,
  },
  { header: 'Posted', cell: ({ postedAt }) => <DateText at={postedAt} /> },
  { header: 'Views', align: 'right', cell: ({ views }) => formatCount(views) },
  paidColumn(),
  spentColumn(),
];

const PlatformName = ({ platform }: Pick<ResultClip, 'platform'>) => (
  <span className="flex items-center gap-1.5">
    <PlatformIcon platform={platform} />
    {platforms[platform].name}
  </span>
);

/** The clips with the most paid views. `csv` is the address of a file with all tables of the page. */
export function ResultClips({ bestClips, csv }: Pick<ListingResults, 'bestClips'> & { csv: string }) {
  return (
    <Panel
      title="Best clips"
      flush
      className="break-inside-avoid"
      action={<CsvLink href={csv} what="results" />}
    >
      <Table caption="Best clips" columns={clipColumns} rows={bestClips} rowKey={(clip) => clip.id} />
    </Panel>
  );
}

type Clipper = ListingResults['clippers'][number];

const clipperColumns: Column<Clipper>[] = [
  {
    header: 'Clipper',
    phone: 'title',
    cell: ({ username }) =>
      username ? (
        <Link to={paths.profile(username)} className="link font-semibold">
          @{username}
        </Link>
      ) : (
        <span className="text-muted">Deleted account</span>
      ),
  },
  clipsColumn(),
  viewsColumn(),
  paidColumn(),
  spentColumn(),
];

/** The clippers with the most paid views. */
export function ResultClippers({
  clippers,
  clipperCount,
}: Pick<ListingResults, 'clippers' | 'clipperCount'>) {
  return (
    <Panel title="Clippers" flush className="break-inside-avoid">
      <Table
        caption="Clippers"
        columns={clipperColumns}
        rows={clippers}
        rowKey={(row) => row.username ?? `deleted ${clippers.indexOf(row)}`}
        footer={
          clipperCount > clippers.length
            ? `The ${clippers.length} with the most paid views of ${formatCount(clipperCount)} clippers.`
            : null
        }
      />
    </Panel>
  );
}

type PlatformRow = ListingResults['platforms'][number];

const platformColumns: Column<PlatformRow>[] = [
  { header: 'Platform', phone: 'title', cell: (row) => <PlatformName platform={row.platform} /> },
  clipsColumn(),
  viewsColumn(),
  paidColumn(),
  spentColumn(),
];

export function ResultPlatforms({ platforms: rows }: Pick<ListingResults, 'platforms'>) {
  return (
    <Panel title="Platforms" flush className="break-inside-avoid">
      <Table caption="Platforms" columns={platformColumns} rows={rows} rowKey={(row) => row.platform} />
    </Panel>
  );
}
