import { useState } from 'react';
import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AdminDebt } from '#contract/earnings/debts.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import { AuditOf, NoObject, Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

/** Everything about one clipper's debt, and a button that writes it off. */
export function Debt({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminDebt, { params: { id } });
  const [isAsking, setAsking] = useState(false);
  const { data: debt } = found;
  if (!debt) return <NoObject of={found} what="debt" />;
  const isOpen = debt.owedMicros > 0n;
  return (
    <>
      <PageHeader
        title={`Debt of @${debt.clipper}`}
        meaning={isOpen ? <Badge tone="red">Open</Badge> : <Badge tone="green">Nothing is owed</Badge>}
        action={
          isOpen ? (
            <Button
              size="sm"
              variant="danger"
              aria-label={`Write off the debt of ${debt.clipper}`}
              onClick={() => setAsking(true)}
            >
              Write off
            </Button>
          ) : null
        }
        noIndex
      />
      <div className="grid grid-cols-1 items-start gap-5 max-md:gap-4 lg:grid-cols-2">
        <About debt={debt} />
        {isOpen ? <PaidOffBy debt={debt} /> : null}
      </div>
      <Part
        title="Clips whose views were not real"
        rows={debt.clips}
        columns={clips}
        rowKey={(row) => row.id}
      />
      <TransfersOfAccount kind="clipper_owed" owner={id} />
      <AuditOf id={id} />
      {isAsking ? <WriteOffDialog debt={debt} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

const About = ({ debt }: { debt: AdminDebt }) => (
  <Panel title="Debt">
    <Facts
      rows={[
        { name: 'Who owes', value: <PersonLink id={debt.id}>@{debt.clipper}</PersonLink> },
        { name: 'Owed', value: <Money exact micros={debt.owedMicros} /> },
        { name: 'Last grew', value: <MomentText at={debt.since} /> },
      ]}
    />
  </Panel>
);

/** Shows the money that will pay off the debt before any payout. */
const PaidOffBy = ({ debt: { id, pendingMicros, availableMicros } }: { debt: AdminDebt }) => (
  <Panel title="What pays it off">
    <Facts
      rows={[
        {
          name: (
            <Link to={paths.trialBalance({ kind: 'clipper_pending', owner: id })} className="link">
              Pending
            </Link>
          ),
          value: <Money exact micros={pendingMicros} />,
        },
        {
          name: (
            <Link to={paths.trialBalance({ kind: 'clipper_available', owner: id })} className="link">
              Available
            </Link>
          ),
          value: <Money exact micros={availableMicros} />,
        },
      ]}
    />
    <p className="mt-3 text-muted text-sm">
      What the clipper earns next is taken first. Nothing is paid out while anything is owed.
    </p>
  </Panel>
);

const clips: Column<AdminDebt['clips'][number]>[] = [
  {
    header: 'Clip for',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.clip(row.submissionId)}>
        <bdi>{row.listing}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Taken back', phone: 'next', cell: (row) => <DateText at={row.at} /> },
  {
    header: 'Owed for it',
    align: 'right',
    phone: 'amount',
    cell: (row) => <Money exact micros={row.amountMicros} />,
  },
];
