import { Link } from 'react-router';
import type { ListingResults, ResultClip, ResultFigures } from '#contract/listing-results/listing-results.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { clipName } from '#web/nouns/clip-name.tsx';
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

const viewsColumn = <Row extends Pick<ResultFigures, 'views'>>(
  what: 'Views' | 'Paid views',
): Column<Row> => ({
  header: what,
  align: 'right',
  phone: 'next',
  cell: (row) => (
    <>
      {formatCount(row.views)}
      <span className="@4xl:hidden"> {what.toLowerCase()}</span>
    </>
  ),
});
const paidColumn = <Row extends Pick<ResultFigures, 'paidViews'>>(): Column<Row> => ({
  header: 'Paid views',
  align: 'right',
  cell: (row) => formatCount(row.paidViews),
});
/** The columns of views. A shared page has only paid views, which are then in a phone's row. */
const bothViews = <Row extends ResultFigures>(isShared: boolean): Column<Row>[] =>
  isShared ? [viewsColumn<Row>('Paid views')] : [viewsColumn<Row>('Views'), paidColumn<Row>()];
const clipsColumn = <Row extends Pick<ResultFigures, 'clips'>>(): Column<Row> => ({
  header: 'Clips',
  align: 'right',
  cell: (row) => formatCount(row.clips),
});
const spentColumn = <Row extends Pick<ResultFigures, 'spentMicros'>>(): Column<Row> =>
  moneyColumn('Spent', (row: Row) => row.spentMicros, { exact: true });

/** Stands for a clipper who left, or whom a shared page does not name. */
const UNNAMED = 'A clipper';

/** A clip leads to its page, or on a shared page to the post, which opens in a new tab. */
function ClipName({ clip, isShared }: { clip: ResultClip; isShared: boolean }) {
  const { clipperUsername, views } = clip;
  const below = (
    <>
      {clipperUsername ? `@${clipperUsername}` : UNNAMED}
      <span className="@4xl:hidden">
        , {formatCount(views)} {isShared ? 'paid views' : 'views'}
      </span>
    </>
  );
  const picture = <ClipPoster small id={clip.id} src={clip.posterUrl} className="w-full" />;
  if (!isShared) {
    return (
      <RowTitle to={paths.clip(clip.id)} picture={picture} below={below}>
        <bdi>{clipName({ ...clip, url: clip.url ?? '' })}</bdi>
      </RowTitle>
    );
  }
  return (
    <RowTitle picture={picture} below={below}>
      {clip.url ? (
        <a href={clip.url} target="_blank" rel="noreferrer nofollow" className="hover:underline">
          <bdi>{clipName({ ...clip, url: clip.url ?? '' })}</bdi>
          <span className="sr-only"> (new tab)</span>
        </a>
      ) : (
        'A clip'
      )}
    </RowTitle>
  );
}

const clipColumns = (isShared: boolean): Column<ResultClip>[] => [
  {
    header: 'Clip',
    phone: 'title',
    picture: true,
    cell: (clip) => <ClipName clip={clip} isShared={isShared} />,
  },
  {
    header: 'Platform',
    cell: ({ platform }) => <PlatformName platform={platform} />,
  },
  { header: 'Posted', cell: ({ postedAt }) => <DateText at={postedAt} /> },
  ...(isShared
    ? []
    : [{ header: 'Views', align: 'right' as const, cell: ({ views }: ResultClip) => formatCount(views) }]),
  paidColumn(),
  spentColumn(),
];

const PlatformName = ({ platform }: Pick<ResultClip, 'platform'>) => (
  <span className="flex items-center gap-1.5">
    <PlatformIcon platform={platform} />
    {platforms[platform].name}
  </span>
);

interface ResultClipsProps extends Pick<ListingResults, 'bestClips'> {
  /** Address of a file with all tables of the page; null if there is none. */
  csv: string | null;
  isShared: boolean;
}

/** The clips with the most paid views. */
export function ResultClips({ bestClips, csv, isShared }: ResultClipsProps) {
  return (
    <Panel
      title="Best clips"
      flush
      className="break-inside-avoid"
      action={csv ? <CsvLink href={csv} what="results" /> : null}
    >
      <Table
        caption="Best clips"
        columns={clipColumns(isShared)}
        rows={bestClips}
        rowKey={(clip) => clip.id}
      />
    </Panel>
  );
}

type Clipper = ListingResults['clippers'][number];

const clipperColumns = (isShared: boolean): Column<Clipper>[] => [
  {
    header: 'Clipper',
    phone: 'title',
    cell: ({ username }) =>
      username ? (
        <Link to={paths.profile(username)} className="link font-semibold">
          @{username}
        </Link>
      ) : (
        <span className="text-muted">{UNNAMED}</span>
      ),
  },
  clipsColumn(),
  ...bothViews<Clipper>(isShared),
  spentColumn(),
];

/** The clippers with the most paid views. */
export function ResultClippers({
  clippers,
  clipperCount,
  isShared,
}: Pick<ListingResults, 'clippers' | 'clipperCount'> & { isShared: boolean }) {
  return (
    <Panel title="Clippers" flush className="break-inside-avoid">
      <Table
        caption="Clippers"
        columns={clipperColumns(isShared)}
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

const platformColumns = (isShared: boolean): Column<PlatformRow>[] => [
  { header: 'Platform', phone: 'title', cell: (row) => <PlatformName platform={row.platform} /> },
  clipsColumn(),
  ...bothViews<PlatformRow>(isShared),
  spentColumn(),
];

export function ResultPlatforms({
  platforms: rows,
  isShared,
}: Pick<ListingResults, 'platforms'> & { isShared: boolean }) {
  return (
    <Panel title="Platforms" flush className="break-inside-avoid">
      <Table
        caption="Platforms"
        columns={platformColumns(isShared)}
        rows={rows}
        rowKey={(row) => row.platform}
      />
    </Panel>
  );
}
