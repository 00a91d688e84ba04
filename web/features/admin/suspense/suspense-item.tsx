import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { formatUsd } from '#contract/money.ts';
import type { SuspenseItemShown } from '#contract/suspense.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { humanize } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import type { AdminObject } from '../object-page.tsx';
import { ResendDialog } from '../payouts/payout-resend.tsx';
import { PersonLink } from '../person-link.tsx';
import { ItemOwner } from './item-owner.tsx';
import { SuspenseDialog } from './suspense-dialog.tsx';
import { causeLabels, railLabels } from './suspense-labels.ts';

/** Everything about one amount without an owner, with the actions of an admin. */
export const suspenseItem: AdminObject<SuspenseItemShown> = {
  what: 'amount',
  name: 'Amount in suspense',
  view: 'suspense',
  useObject: (id) => useRead(adminRoutes.adminSuspenseItem, { params: { id } }),
  title: ({ amountMicros }) => `${formatUsd(amountMicros)} in suspense`,
  state: ({ cause, state }) => (
    <>
      {causeLabels[cause]}
      <Badge tone={state === 'open' ? 'yellow' : 'grey'}>
        {state === 'open' ? 'Waiting' : humanize(state)}
      </Badge>
    </>
  ),
  whose: ({ reference }) => reference,
  acts: [
    {
      text: 'Send again',
      may: ({ ways, payoutId }) => ways.includes('resend') && payoutId !== null,
      dialog: ({ payoutId, amountMicros }, close) => (
        <ResendDialog payout={{ id: payoutId ?? '', amountMicros }} onClose={close} />
      ),
    },
    {
      text: 'Resolve',
      may: ({ ways }) => ways.length > 0,
      dialog: (item, close) => <SuspenseDialog item={item} onClose={close} />,
    },
  ],
  facts: (item) => (
    <>
      <About item={item} />
      <Outcome item={item} />
    </>
  ),
  parts: ({ id, depositId }) => (
    <TransfersOfAccount
      kind="platform_suspense"
      owner={PLATFORM_OWNER}
      about={depositId ? [id, depositId] : [id]}
    />
  ),
};

const origins = { deposit: paths.adminDeposit, payout: paths.adminPayout, listing: paths.adminListing };

function About({ item }: { item: SuspenseItemShown }) {
  const { origin } = item;
  return (
    <Panel title="Amount">
      <Facts>
        <Fact name="Owner">
          <ItemOwner item={item} />
        </Fact>
        <Fact name="Amount">
          <Money micros={item.amountMicros} />
        </Fact>
        <Fact name="Came in by">{item.rail && railLabels[item.rail]}</Fact>
        <Fact name="Reference">
          <span className="mono break-all">{item.reference}</span>
        </Fact>
        <Fact name="Arrived">
          <MomentText at={item.arrivedAt} />
        </Fact>
        <Fact name="Came from">
          {origin && (
            <Link to={origins[origin.what](origin.id)} className="link">
              The {origin.what}
            </Link>
          )}
        </Fact>
        <Fact name="Id">
          <span className="mono break-all">{item.id}</span>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Outcome({ item }: { item: SuspenseItemShown }) {
  const { state, resolvedAt, resolvedBy, reason, sentRail, sentReference, depositId } = item;
  if (state === 'open')
    return (
      <Panel title="Outcome">
        <p className="text-muted">It waits until an admin says where it belongs.</p>
      </Panel>
    );
  return (
    <Panel title="Outcome">
      <Facts>
        <Fact name="How">{humanize(state)}</Fact>
        <Fact name="Resolved">{resolvedAt && <MomentText at={resolvedAt} />}</Fact>
        <Fact name="By">{resolvedBy && <PersonLink id={resolvedBy.id}>{resolvedBy.name}</PersonLink>}</Fact>
        <Fact name="Reason">{reason}</Fact>
        <Fact name="Sent by">{sentRail && railLabels[sentRail]}</Fact>
        <Fact name="Sent under">
          {sentReference && <span className="mono break-all">{sentReference}</span>}
        </Fact>
        <Fact name="Became">
          {depositId && (
            <Link to={paths.adminDeposit(depositId)} className="link">
              A deposit
            </Link>
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
