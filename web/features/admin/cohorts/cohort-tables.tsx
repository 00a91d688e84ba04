import type { CohortClip, CohortLink, CohortMember, CohortShown } from '#contract/cohorts.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { ClipName, clipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { PersonLink } from '../person-link.tsx';
import { clipsText, kindLabels, linkSentences } from './cohort-labels.ts';

export const memberColumns: Column<CohortMember>[] = [
  {
    header: 'Clipper',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminPerson(row.id)} below={row.isBanned ? 'Banned' : undefined}>
        @{row.name}
      </RowTitle>
    ),
  },
  { header: 'Clips', align: 'right', phone: 'next', cell: (row) => clipsText(row.clips) },
  moneyColumn('Pending', (row) => row.pendingMicros),
];

/** Columns of a table with one link between two of these people per row. */
export function linkColumns({ people }: CohortShown): Column<CohortLink>[] {
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const person = (id: string) => <PersonLink id={id}>@{nameOf.get(id) ?? id.slice(-8)}</PersonLink>;
  return [
    {
      header: 'Who',
      phone: 'title',
      cell: ({ oneId, otherId }) => (
        <span className="wrap-anywhere">
          {person(oneId)} and {person(otherId)}
        </span>
      ),
    },
    {
      header: 'Link',
      phone: 'next',
      cell: (link) => (
        <span className="wrap-anywhere">
          <b className="block font-semibold @max-4xl:sr-only">{kindLabels[link.kind]}</b>
          {linkSentences[link.kind](link)}
        </span>
      ),
    },
    { header: 'First found', cell: (row) => <DateText at={row.firstFoundAt} /> },
    { header: 'Last found', cell: (row) => <DateText at={row.foundAt} /> },
  ];
}

export const clipColumns: Column<CohortClip>[] = [
  {
    header: 'Clip for',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.clip(row.id)}
        label={`@${row.name}’s clip for ${row.listing}: ${clipName(row)}`}
        second={<ClipName {...row} />}
        below={`@${row.name}, ${platforms[row.platform].name}`}
      >
        <bdi>{row.listing}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Views', align: 'right', cell: (row) => formatCount(row.views) },
  { header: 'Score', align: 'right', cell: (row) => row.score ?? '-' },
  {
    header: 'State',
    phone: 'status',
    cell: (row) =>
      row.isHeld ? (
        <Badge tone="yellow">On hold</Badge>
      ) : (
        <Badge tone="grey" icon={null}>
          Counts
        </Badge>
      ),
  },
  moneyColumn('Pending', (row) => row.pendingMicros, { bold: true }),
];
