import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminListingShown } from '#contract/admin/admin-objects.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { paidViewsText } from '#contract/clips/counted-views.ts';
import { pauseReasonNames } from '#contract/listings/listings.ts';
import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { address } from '#web/api/client.ts';
import { usePages, useRead } from '#web/api/query.ts';
import { BudgetKeys, BudgetTrack } from '#web/nouns/budget-track.tsx';
import { StatusBadge } from '#web/nouns/status-badge.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { TablePanel } from '#web/ui/lists/query-table.tsx';
import { Badge, OutlineBadge } from '#web/ui/pages/badge.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { AuditOf, ClipsOf, NoObject, Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { listingStatus } from './admin-listing.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { UnfreezeDialog } from './unfreeze-dialog.tsx';

/** States in which a listing can no longer be removed. */
const gone = new Set<AdminListingShown['status']>(['settled', 'removed']);

/** Everything about one listing, with the actions of an admin. */
export function Listing({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminListing, { params: { id } });
  const [act, setAct] = useState<'remove' | 'unfreeze' | null>(null);
  const { data: listing } = found;
  if (!listing) return <NoObject of={found} what="listing" />;
  const close = () => setAct(null);
  return (
    <>
      <PageHeader
        title={listing.title}
        meaning={
          <span className="flex flex-wrap items-center gap-2">
            <StatusBadge status={listingStatus(listing)} />
            {listing.remainderFrozen ? <Badge tone="red">Frozen</Badge> : null}
            {listing.platforms.map((platform) => (
              <OutlineBadge key={platform}>{platforms[platform].name}</OutlineBadge>
            ))}
          </span>
        }
        action={<Actions listing={listing} onAct={setAct} />}
        noIndex
      />
      <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-2">
        <About listing={listing} />
        <Budget listing={listing} />
      </div>
      <Part
        title="Takedown requests"
        rows={listing.takedowns}
        rowKey={(row) => row.id}
        columns={[
          {
            header: 'From',
            phone: 'title',
            cell: (row) => (
              <Link
                to={paths.adminView('takedowns', {
                  search: row.name,
                  state: row.handled ? 'handled' : undefined,
                })}
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
            cell: (row) => (
              <Badge tone={row.handled ? 'green' : 'yellow'}>{row.handled ? 'Handled' : 'Open'}</Badge>
            ),
          },
        ]}
      />
      <ClipsOf listing={id} />
      <Movements id={id} />
      <AuditOf id={id} />
      {act === 'remove' ? <RemoveDialog listing={listing} onClose={close} /> : null}
      {act === 'unfreeze' ? <UnfreezeDialog listing={listing} onClose={close} /> : null}
    </>
  );
}

interface ActionsProps {
  listing: AdminListingShown;
  onAct: (act: 'remove' | 'unfreeze') => void;
}

function Actions({ listing, onAct }: ActionsProps) {
  return (
    <>
      <Link to={paths.listing(listing.id)} className={buttonStyle({ size: 'sm' })}>
        Public page
      </Link>
      {listing.remainderFrozen ? (
        <Button
          size="sm"
          aria-label={`Lift the freeze of ${listing.title}`}
          onClick={() => onAct('unfreeze')}
        >
          Lift freeze
        </Button>
      ) : gone.has(listing.status) ? null : (
        <Button
          size="sm"
          variant="danger"
          aria-label={`Delete ${listing.title}`}
          onClick={() => onAct('remove')}
        >
          Delete
        </Button>
      )}
    </>
  );
}

function About({ listing }: { listing: AdminListingShown }) {
  const { clips } = listing;
  const optional = (name: string, at: Date | null) => (at ? [{ name, value: <DateText at={at} /> }] : []);
  return (
    <Panel title="Listing">
      <Facts
        rows={[
          { name: 'Creator', value: <PersonLink id={listing.creatorId}>@{listing.creator}</PersonLink> },
          {
            name: 'Rate',
            value: `${formatUsd(centsToMicros(listing.rateCentsPerMille))} per 1,000 ${paidViewsText(listing)}`,
          },
          { name: 'Terms', value: `Version ${listing.version}` },
          {
            name: 'Clips',
            value: `${clips.approved} approved, ${clips.pending} pending, ${clips.rejected} rejected, ${clips.withdrawn} withdrawn`,
          },
          ...(listing.pauseReason ? [{ name: 'Paused', value: pauseReasonNames[listing.pauseReason] }] : []),
          { name: 'Posted', value: <DateText at={listing.createdAt} /> },
          ...optional('Ends', listing.endedAt ? null : listing.endsAt),
          ...optional('Ended', listing.endedAt),
          ...optional('Settled', listing.settledAt),
        ]}
      />
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
        <Facts
          rows={[
            { name: 'Funded', value: <Money exact micros={budget.fundedMicros} /> },
            {
              name: 'Returned to the host',
              value: <Money exact micros={micros(budget.returnedMicros - budget.takenBackMicros)} />,
            },
            ...(budget.takenBackMicros > 0n
              ? [{ name: 'Taken back by a bank', value: <Money exact micros={budget.takenBackMicros} /> }]
              : []),
          ]}
        />
      </div>
    </Panel>
  );
}

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
      columns={[
        { header: 'What', phone: 'title', cell: (row) => <b className="font-semibold">{row.name}</b> },
        { header: 'When', phone: 'next', cell: (row) => <DateText at={row.occurredAt} /> },
        {
          header: 'Amount',
          align: 'right',
          phone: 'amount',
          cell: (row) => <Money exact signed micros={row.changeMicros} className="font-semibold" />,
        },
      ]}
      empty={<EmptyState title="No movements">What moves its budget is listed here.</EmptyState>}
    />
  );
}
