import type { WaitingAttestation } from '#contract/admin/admin-attestations.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AttestationState } from '#contract/attestations.ts';
import { CONFIRMATIONS_NEEDED } from '#contract/limits.ts';
import { useListed } from '#web/api/use-listed.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { rowsOf } from '#web/ui/lists/query-list.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import type { ChoiceFilter } from '#web/ui/lists/use-list.ts';
import { Badge, type Tone } from '#web/ui/pages/badge.tsx';
import { NextEvent } from '#web/ui/pages/timeline.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { FilteredTable } from '../filtered-table.tsx';
import { PersonLink } from '../person-link.tsx';
import { useOpened } from '../use-opened.ts';
import { AttestationDialog } from './attestation-dialog.tsx';

const readings: Record<AttestationState, { tone: Tone; word: string }> = {
  waiting: { tone: 'grey', word: 'Not read' },
  match: { tone: 'green', word: 'Matches' },
  mismatch: { tone: 'red', word: 'Does not match' },
  unreadable: { tone: 'yellow', word: 'Unreadable' },
};

const columnsOf = (onReview: (row: WaitingAttestation) => void): Column<WaitingAttestation>[] => [
  {
    header: 'Clipper',
    phone: 'next',
    cell: (row) => <PersonLink id={row.clipperId}>@{row.clipper}</PersonLink>,
  },
  {
    header: 'Listing',
    phone: 'title',
    cell: (row) => (
      <RowTitle
        to={paths.clip(row.submissionId)}
        label={`Clip of ${row.clipper}: ${row.listing}`}
        second={<ClipName caption={row.caption} url={row.postUrl} />}
      >
        <bdi>{row.listing}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Reported', align: 'right', phone: 'amount', cell: (row) => formatCount(row.reportedViews) },
  {
    header: 'Read by machine',
    phone: 'status',
    cell: (row) => <Badge tone={readings[row.state].tone}>{readings[row.state].word}</Badge>,
  },
  { header: 'Sent', sort: { by: 'date', kind: 'date' }, cell: (row) => <MomentText at={row.sentAt} /> },
  {
    header: 'Confirmed',
    cell: (row) => (
      <>
        {`${row.confirmations.length} of ${CONFIRMATIONS_NEEDED}${row.isMine ? ', by you' : ''}`}
        <NextEvent what="Waiting for review" who={row.isMine ? 'another admin' : 'you or another admin'} />
      </>
    ),
  },
  {
    header: 'Action',
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        aria-label={`Review the screenshot of ${row.clipper}: ${row.listing}`}
        onClick={() => onReview(row)}
      >
        Review
      </Button>
    ),
  },
];

const readingFilter: ChoiceFilter = {
  name: 'state',
  label: 'Read by machine',
  any: 'All readings',
  options: (['match', 'mismatch', 'unreadable'] as const).map((value) => ({
    value,
    label: readings[value].word,
  })),
};

/**
 * A table of screenshots for clips on platforms without API keys on this server. A screenshot's count is used
 * after two confirmations.
 */
export function WaitingAttestations() {
  const listed = useListed(adminRoutes.waitingAttestations, adminRoutes.waitingAttestationsCsv, {
    search: 'Search screenshots',
    filters: [readingFilter],
    usual: 'date',
  });
  const { opened, open, close } = useOpened(rowsOf(listed.of));
  return (
    <>
      <FilteredTable
        {...listed}
        what="screenshots"
        caption="Screenshots to confirm"
        columns={columnsOf(open)}
        rowKey={(row) => row.id}
        nothing="No screenshots to confirm"
        empty="Where a platform has no keys here, clips are counted by screenshots that two reviewers confirm."
      />
      {opened ? <AttestationDialog attestation={opened} onClose={close} /> : null}
    </>
  );
}
