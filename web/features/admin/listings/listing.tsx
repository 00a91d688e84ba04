import { Link } from 'react-router';
import type { AdminListingShown } from '#contract/admin/admin-objects.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import type { LedgerTransferRow } from '#contract/ledger/ledger.ts';
import { pauseReasonNames } from '#contract/listings/listings.ts';
import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { address } from '#web/api/client.ts';
import { usePages, useRead } from '#web/api/query.ts';
import { BudgetKeys, BudgetTrack } from '#web/nouns/budget-track.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge, OutlineBadge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import type { AdminObject } from '../object-page.tsx';
import { ClipsOf, Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { listingStatus } from './admin-listing.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { UnfreezeDialog } from './unfreeze-dialog.tsx';

/** States in which a listing can no longer be removed. */
const gone = new Set<AdminListingShown['status']>(['settled', 'removed']);

/** Everything about one listing, with the actions of an admin. */
export const listing: AdminObject<AdminListingShown> = {
  what: 'listing',
  name: 'Listing',
  view: 'listings',
  useObject: (id) => useRead(adminRoutes.adminListing, { params: { id } }),
  title: ({ title }) => title,
  state: (shown) => (
    <>
      <StatusBadge status={listingStatus(shown)} />
      {shown.remainderFrozen ? <Badge tone="red">Frozen</Badge> : null}
      {shown.platforms.map((platform) => (
        <OutlineBadge key={platform}>{platforms[platform].name}</OutlineBadge>
      ))}
    </>
  ),
  beside: ({ id }) => (
    <Link to={paths.listing(id)} className={buttonStyle({ size: 'sm' })}>
      Public page
    </Link>
  ),
  acts: [
    {
      text: 'Lift freeze',
      label: ({ title }) => `Lift the freeze of ${title}`,
      may: ({ remainderFrozen }) => remainderFrozen,
      dialog: (shown, close) => <UnfreezeDialog listing={shown} onClose={close} />,
    },
    {
      text: 'Delete',
      variant: 'danger',
      may: ({ remainderFrozen, status }) => !remainderFrozen && !gone.has(status),
      dialog: (shown, close) => <RemoveDialog listing={shown} onClose={close} />,
    },
  ],
  whose: ({ title }) => title,
  facts: (shown) => (
    <>
      <About listing={shown} />
      <Budget listing={shown} />
    </>
  ),
  parts: ({ id, takedowns }) => (
    <>
      <Part title="Takedown requests" rows={takedowns} columns={takedownColumns} rowKey={(row) => row.id} />
      <ClipsOf listing={id} />
      <Movements id={id} />
    </>
  ),
};

const takedownColumns: Column<AdminListingShown['takedowns'][number]>[] = [
  {
    header: 'From',
    phone: 'title',
    cell: (row) => (
      <Link
        to={paths.adminView('takedowns', { search: row.name, state: row.handled ? 'handled' : undefined })}
        className="font-semibold hover:underline"
      >
        {row.name}
      </Link>
    ),
  },
  { header: 'Work', cell: (row) => <span className="line-clamp-2 wrap-anywhere">{row.work}</span> },
  { header: 'Sent', phone: 'next', cell: (row) => <DateText at={row.sentAt} /> },
  {
    header: 'Status',
    phone: 'status',
    cell: (row) => <Badge tone={row.handled ? 'green' : 'yellow'}>{row.handled ? 'Handled' : 'Open'}</Badge>,
  },
];

function About({ listing: shown }: { listing: AdminListingShown }) {
  const { clips, endedAt, endsAt, settledAt } = shown;
  return (
    <Panel title="Listing">
      <Facts>
        <Fact name="Creator">
          <PersonLink id={shown.creatorId}>@{shown.creator}</PersonLink>
        </Fact>
        <Fact name="Rate">
          {`${formatUsd(centsToMicros(shown.rateCentsPerMille))} per 1,000 ${paidViewsText(shown)}`}
        </Fact>
        <Fact name="Terms">{`Version ${shown.version}`}</Fact>
        <Fact name="Clips">
          {`${clips.approved} approved, ${clips.pending} pending, ${clips.rejected} rejected, ${clips.withdrawn} withdrawn`}
        </Fact>
        <Fact name="Paused">{shown.pauseReason && pauseReasonNames[shown.pauseReason]}</Fact>
        <Fact name="Posted">
          <DateText at={shown.createdAt} />
        </Fact>
        <Fact name="Ends">{endsAt && !endedAt && <DateText at={endsAt} />}</Fact>
        <Fact name="Ended">{endedAt && <DateText at={endedAt} />}</Fact>
        <Fact name="Settled">{settledAt && <DateText at={settledAt} />}</Fact>
      </Facts>
    </Panel>
  );
}

function Budget({ listing: { budget } }: { listing: AdminListingShown }) {
  const parts = { spent: budget.paidMicros, reserved: budget.reservedMicros, free: budget.freeMicros };
  return (
    <Panel title="Budget">
      <div className="flex flex-col gap-4">
        <BudgetTrack budget={parts} large />
        <BudgetKeys budget={parts} stacked />
        <Facts>
          <Fact name="Funded">
            <Money exact micros={budget.fundedMicros} />
          </Fact>
          <Fact name="Returned to the host">
            <Money exact micros={micros(budget.returnedMicros - budget.takenBackMicros)} />
          </Fact>
          <Fact name="Taken back by a bank">
            {budget.takenBackMicros > 0n && <Money exact micros={budget.takenBackMicros} />}
          </Fact>
        </Facts>
      </div>
    </Panel>
  );
}

const movementColumns: Column<LedgerTransferRow>[] = [
  { header: 'What', phone: 'title', cell: (row) => <b className="font-semibold">{row.name}</b> },
  { header: 'When', phone: 'next', cell: (row) => <DateText at={row.occurredAt} /> },
  moneyColumn('Amount', (row) => row.changeMicros, { exact: true, signed: true, bold: true }),
];

/** Shows the transfers of the listing's ledger account. */
function Movements({ id }: { id: string }) {
  const query = { kind: 'listing', owner: id } as const;
  const found = usePages(adminRoutes.ledgerTransfers, { query });
  return (
    <TablePanel
      title="Movements"
      csv={address(adminRoutes.ledgerTransfersCsv, { query })}
      of={found}
      what="movements"
      caption="Movements of the budget, newest first"
      rowKey={(row) => row.id}
      action={
        <Link to={paths.trialBalance({ kind: 'listing', owner: id })} className="link">
          In the ledger
        </Link>
      }
      columns={movementColumns}
      empty={<EmptyState title="No movements">Movements of its budget are listed here.</EmptyState>}
    />
  );
}
