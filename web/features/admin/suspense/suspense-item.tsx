import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { PLATFORM_OWNER } from '#contract/ledger/ledger.ts';
import { formatUsd } from '#contract/money.ts';
import type { SuspenseItemShown } from '#contract/suspense.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { humanize } from '#web/ui/lists/use-list.ts';
import { Badge } from '#web/ui/pages/badge.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import { AuditOf, NoObject } from '../object-parts.tsx';
import { ResendDialog } from '../payouts/payout-resend.tsx';
import { PersonLink } from '../person-link.tsx';
import { ItemOwner } from './item-owner.tsx';
import { SuspenseDialog } from './suspense-dialog.tsx';
import { causeLabels, railLabels } from './suspense-labels.ts';

type Asking = 'resolve' | 'resend';

/** Everything about one amount without an owner, with the actions of an admin. */
export function SuspenseItem({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminSuspenseItem, { params: { id } });
  const [asking, setAsking] = useState<Asking | null>(null);
  const { data: item } = found;
  if (!item) return <NoObject of={found} what="amount" />;
  const close = () => setAsking(null);
  return (
    <>
      <PageHeader
        title={`${formatUsd(item.amountMicros)} in suspense`}
        meaning={
          <span className="flex flex-wrap items-center gap-2">
            {causeLabels[item.cause]}
            <Badge tone={item.state === 'open' ? 'yellow' : 'grey'}>
              {item.state === 'open' ? 'Waiting' : humanize(item.state)}
            </Badge>
          </span>
        }
        action={<Actions item={item} onAsk={setAsking} />}
        noIndex
      />
      <div className="grid grid-cols-1 items-start gap-5 max-md:gap-4 lg:grid-cols-2">
        <About item={item} />
        <Outcome item={item} />
      </div>
      <TransfersOfAccount
        kind="platform_suspense"
        owner={PLATFORM_OWNER}
        about={item.depositId ? [id, item.depositId] : [id]}
      />
      <AuditOf id={id} />
      {asking === 'resolve' ? <SuspenseDialog item={item} onClose={close} /> : null}
      {asking === 'resend' && item.payoutId ? (
        <ResendDialog payout={{ id: item.payoutId, amountMicros: item.amountMicros }} onClose={close} />
      ) : null}
    </>
  );
}

function Actions({ item, onAsk }: { item: SuspenseItemShown; onAsk: (asking: Asking) => void }) {
  const { ways, reference } = item;
  return (
    <>
      {ways.includes('resend') ? (
        <Button size="sm" aria-label={`Send again ${reference}`} onClick={() => onAsk('resend')}>
          Send again
        </Button>
      ) : null}
      {ways.length > 0 ? (
        <Button size="sm" aria-label={`Resolve ${reference}`} onClick={() => onAsk('resolve')}>
          Resolve
        </Button>
      ) : null}
    </>
  );
}

const origins = { deposit: paths.adminDeposit, payout: paths.adminPayout, listing: paths.adminListing };

function About({ item }: { item: SuspenseItemShown }) {
  const { origin } = item;
  return (
    <Panel title="Amount">
      <Facts
        rows={[
          { name: 'Owner', value: <ItemOwner item={item} /> },
          { name: 'Amount', value: <Money micros={item.amountMicros} /> },
          ...(item.rail ? [{ name: 'Came in by', value: railLabels[item.rail] }] : []),
          { name: 'Reference', value: <span className="mono break-all">{item.reference}</span> },
          { name: 'Arrived', value: <MomentText at={item.arrivedAt} /> },
          ...(origin
            ? [
                {
                  name: 'Came from',
                  value: (
                    <Link to={origins[origin.what](origin.id)} className="link">
                      The {origin.what}
                    </Link>
                  ),
                },
              ]
            : []),
          { name: 'Id', value: <span className="mono break-all">{item.id}</span> },
        ]}
      />
    </Panel>
  );
}

function Outcome({ item }: { item: SuspenseItemShown }) {
  const { state, resolvedAt, resolvedBy, reason, sentRail, sentReference, depositId } = item;
  const facts: [name: string, value: ReactNode][] = [
    ['How', humanize(state)],
    ['Resolved', resolvedAt && <MomentText at={resolvedAt} />],
    ['By', resolvedBy && <PersonLink id={resolvedBy.id}>{resolvedBy.name}</PersonLink>],
    ['Reason', reason],
    ['Sent by', sentRail && railLabels[sentRail]],
    ['Sent under', sentReference && <span className="mono break-all">{sentReference}</span>],
    [
      'Became',
      depositId && (
        <Link to={paths.adminDeposit(depositId)} className="link">
          A deposit
        </Link>
      ),
    ],
  ];
  return (
    <Panel title="Outcome">
      {state === 'open' ? (
        <p className="text-muted">It waits until an admin says where it belongs.</p>
      ) : (
        <Facts rows={facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))} />
      )}
    </Panel>
  );
}
