import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import type { AdminDebt } from '#contract/earnings/debts.ts';
import type { AccountKind } from '#contract/ledger/ledger.ts';
import { useRead } from '#web/api/query.ts';
import { ClipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { moneyColumn } from '#web/ui/lists/money-column.tsx';
import { RowTitle } from '#web/ui/lists/row-title.tsx';
import type { Column } from '#web/ui/lists/table.tsx';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { DateText } from '#web/ui/texts/date-text.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import type { AdminObject } from '../object-page.tsx';
import { Part } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

const isOpen = ({ owedMicros }: AdminDebt) => owedMicros > 0n;

/** Everything about one clipper's debt. Its id is the clipper's. */
export const debt: AdminObject<AdminDebt> = {
  what: 'debt',
  name: 'Debt',
  view: 'debts',
  useObject: (id) => useRead(adminRoutes.adminDebt, { params: { id } }),
  title: ({ clipper }) => `Debt of @${clipper}`,
  state: (shown) =>
    isOpen(shown) ? <Badge tone="red">Open</Badge> : <Badge tone="green">Nothing is owed</Badge>,
  whose: ({ clipper }) => `the debt of ${clipper}`,
  acts: [
    {
      text: 'Write off',
      variant: 'danger',
      may: isOpen,
      dialog: (shown, close) => <WriteOffDialog debt={shown} onClose={close} />,
    },
  ],
  facts: (shown) => (
    <>
      <About debt={shown} />
      {isOpen(shown) ? <PaidOffBy debt={shown} /> : null}
    </>
  ),
  parts: ({ id, clips }) => (
    <>
      <Part
        title="Clips whose views were not real"
        rows={clips}
        columns={clipColumns}
        rowKey={(row) => row.id}
      />
      <TransfersOfAccount kind="clipper_owed" owner={id} />
    </>
  ),
};

const About = ({ debt: { id, clipper, owedMicros, since } }: { debt: AdminDebt }) => (
  <Panel title="Debt">
    <Facts>
      <Fact name="Who owes">
        <PersonLink id={id}>@{clipper}</PersonLink>
      </Fact>
      <Fact name="Owed">
        <Money exact micros={owedMicros} />
      </Fact>
      <Fact name="Last grew">
        <MomentText at={since} />
      </Fact>
    </Facts>
  </Panel>
);

/** Shows the money that will pay off the debt before any payout. */
function PaidOffBy({ debt: { id, pendingMicros, availableMicros } }: { debt: AdminDebt }) {
  const account = (kind: AccountKind, name: string) => (
    <Link to={paths.trialBalance({ kind, owner: id })} className="link">
      {name}
    </Link>
  );
  return (
    <Panel title="Pays it off next">
      <Facts>
        <Fact name={account('clipper_pending', 'Pending')}>
          <Money exact micros={pendingMicros} />
        </Fact>
        <Fact name={account('clipper_available', 'Available')}>
          <Money exact micros={availableMicros} />
        </Fact>
      </Facts>
      <p className="mt-3 text-muted text-sm">
        The clipper’s next earnings pay the debt first. Nothing is paid out until it is paid off.
      </p>
    </Panel>
  );
}

const clipColumns: Column<AdminDebt['clips'][number]>[] = [
  {
    header: 'Clip for',
    phone: 'title',
    cell: (row) => (
      <RowTitle to={paths.clip(row.submissionId)} second={<ClipName {...row} />}>
        <bdi>{row.listing}</bdi>
      </RowTitle>
    ),
  },
  { header: 'Taken back', phone: 'next', cell: (row) => <DateText at={row.at} /> },
  moneyColumn('Owed for it', (row) => row.amountMicros, { exact: true }),
];
