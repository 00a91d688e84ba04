import { useState } from 'react';
import type { WaitingAttestation } from '#contract/admin-attestations.ts';
import { adminRoutes } from '#contract/admin-routes.ts';
import type { AttestationState } from '#contract/attestations.ts';
import { CONFIRMATIONS_NEEDED } from '#contract/limits.ts';
import { address } from '#web/api/client.ts';
import { usePages } from '#web/api/query.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/count.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { MomentText } from '#web/ui/moment-text.tsx';
import { rowsOf } from '#web/ui/query-list.tsx';
import { QueryTable } from '#web/ui/query-table.tsx';
import { RowTitle } from '#web/ui/row-title.tsx';
import type { Column } from '#web/ui/table.tsx';
import { NextEvent } from '#web/ui/timeline.tsx';
import { CsvBar } from '../filtered-table.tsx';
import { AttestationDialog } from './attestation-dialog.tsx';

const readings: Record<AttestationState, { tone: Tone; word: string }> = {
  waiting: { tone: 'grey', word: 'Not read' },
  match: { tone: 'green', word: 'Matches' },
  mismatch: { tone: 'red', word: 'Does not match' },
  unreadable: { tone: 'yellow', word: 'Unreadable' },
};

const columnsOf = (onReview: (row: WaitingAttestation) => void): Column<WaitingAttestation>[] => [
  { header: 'Clipper', phone: 'title', cell: (row) => <RowTitle>@{row.clipper}</RowTitle> },
  { header: 'Listing', phone: 'next', cell: (row) => <bdi>{row.listing}</bdi> },
  { header: 'Reported', align: 'right', phone: 'amount', cell: (row) => formatCount(row.reportedViews) },
  {
    header: 'Read by machine',
    phone: 'status',
    cell: (row) => <Badge tone={readings[row.state].tone}>{readings[row.state].word}</Badge>,
  },
  { header: 'Sent', cell: (row) => <MomentText at={row.sentAt} /> },
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

/** Screenshots of clips whose platform has no keys here; a count needs two confirmations. */
export function WaitingAttestations() {
  const found = usePages(adminRoutes.waitingAttestations, { query: {} });
  const [openId, setOpenId] = useState<string | null>(null);
  const open = rowsOf(found)?.find((row) => row.id === openId);
  return (
    <>
      <CsvBar csv={address(adminRoutes.waitingAttestationsCsv, { query: {} })} what="screenshots" />
      <QueryTable
        of={found}
        what="screenshots"
        caption="Screenshots to confirm"
        columns={columnsOf((row) => setOpenId(row.id))}
        rowKey={(row) => row.id}
        empty={
          <EmptyState level={2} title="No screenshots to confirm">
            Where a platform has no keys here, clips are counted by screenshots that two reviewers confirm.
          </EmptyState>
        }
      />
      {open ? <AttestationDialog attestation={open} onClose={() => setOpenId(null)} /> : null}
    </>
  );
}
