import { Link } from 'react-router';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import { appealStateNames } from '#contract/appeals.ts';
import { micros } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { paidBy, standingOf } from '#web/nouns/deposit-labels.ts';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { humanize } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { Part } from '../object-parts.tsx';

type RowOf<Name extends 'connections' | 'payouts' | 'deposits' | 'holds' | 'appeals'> =
  AdminPerson[Name][number];

/** Shows a person's newest payouts, deposits, holds and appeals, and their connected accounts. */
export function PersonParts({ person }: { person: AdminPerson }) {
  const name = person.username ?? person.email;
  return (
    <>
      <Part title="Connections" rows={person.connections} columns={connections} rowKey={(row) => row.id} />
      <Part
        title="Payouts"
        rows={person.payouts}
        columns={payouts}
        rowKey={(row) => row.id}
        action={
          <Link to={paths.adminView('payouts', { search: name, view: 'finished' })} className="link">
            Finished payouts
          </Link>
        }
      />
      <Part
        title="Deposits"
        rows={person.deposits}
        columns={deposits}
        rowKey={(row) => row.id}
        action={
          <Link to={paths.adminView('deposits', { search: name, view: 'all' })} className="link">
            All deposits
          </Link>
        }
      />
      <Part title="Holds" rows={person.holds} columns={holds} rowKey={(row) => row.id} />
      <Part title="Appeals" rows={person.appeals} columns={appeals} rowKey={(row) => row.id} />
    </>
  );
}

const connections: Column<RowOf<'connections'>>[] = [
  { header: 'Account', phone: 'title', cell: (row) => <b className="font-semibold">@{row.handle}</b> },
  { header: 'Platform', phone: 'next', cell: (row) => platforms[row.platform].name },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <Badge tone={row.state === 'active' ? 'green' : row.state === 'dead' ? 'red' : 'grey'}>
        {row.state === 'active' ? 'Connected' : row.state === 'dead' ? 'Access ended' : 'Removed'}
      </Badge>
    ),
  },
  { header: 'Verified by', cell: (row) => (row.verifiedBy === 'code' ? 'Code in the bio' : 'Sign-in there') },
  { header: 'Connected', cell: (row) => <DateText at={row.connectedAt} /> },
];

const payouts: Column<RowOf<'payouts'>>[] = [
  {
    header: 'Amount',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminPayout(row.id)}>
        <Money micros={row.amountMicros} />
      </RowTitle>
    ),
  },
  { header: 'Status', phone: 'status', cell: (row) => <StatusBadge status={row.state} /> },
  { header: 'Requested', phone: 'next', cell: (row) => <DateText at={row.requestedAt} /> },
  { header: 'Reference or reason', cell: (row) => <span className="break-words">{row.note ?? '-'}</span> },
];

const deposits: Column<RowOf<'deposits'>>[] = [
  {
    header: 'Amount',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.adminDeposit(row.id)}>
        <Money micros={row.amountMicros} />
      </RowTitle>
    ),
  },
  { header: 'Paid by', cell: (row) => paidBy[row.rail] },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <DepositBadge row={row} />
        {row.frozen ? <Badge tone="red">Frozen</Badge> : null}
      </span>
    ),
  },
  { header: 'Date', phone: 'next', cell: (row) => <DateText at={row.createdAt} /> },
];

/** Shows the state of a deposit without its refunds, which are on the deposit's page. */
function DepositBadge({ row }: { row: RowOf<'deposits'> }) {
  const { tone, text } = standingOf({
    ...row,
    frozen: false,
    pending: false,
    payable: true,
    refundState: null,
    refundMicros: null,
    refundedMicros: micros(0n),
  });
  return <Badge tone={tone}>{text}</Badge>;
}

const ClipLink = ({ row }: { row: RowOf<'holds'> | RowOf<'appeals'> }) => (
  <>
    <Link to={paths.clip(row.submissionId)} className="font-semibold hover:underline">
      <bdi>{row.listing}</bdi>
    </Link>
    <ClipName {...row} />
  </>
);

const holds: Column<RowOf<'holds'>>[] = [
  { header: 'Clip for', phone: 'title', cell: (row) => <ClipLink row={row} /> },
  { header: 'Reason', cell: (row) => row.reason },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => <Badge tone={row.state === 'released' ? 'green' : 'red'}>{humanize(row.state)}</Badge>,
  },
  { header: 'Opened', phone: 'next', cell: (row) => <DateText at={row.openedAt} /> },
];

const appeals: Column<RowOf<'appeals'>>[] = [
  { header: 'Clip for', phone: 'title', cell: (row) => <ClipLink row={row} /> },
  { header: 'Against', cell: (row) => humanize(row.of) },
  { header: 'Status', phone: 'status', cell: (row) => appealStateNames[row.state] },
  { header: 'Opened', phone: 'next', cell: (row) => <DateText at={row.openedAt} /> },
];
