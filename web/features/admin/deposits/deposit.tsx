import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useRead } from '#web/api/query.ts';
import { disputeText, paidBy } from '#web/nouns/deposit-labels.ts';
import { DepositNext } from '#web/nouns/deposit-next-event.tsx';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import { AuditOf, NoObject } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { type DepositAction, DepositDecisions } from './deposit-decisions.tsx';
import { DepositDialog } from './deposit-dialog.tsx';
import { DepositParts } from './deposit-parts.tsx';
import { DepositStatus } from './deposit-status.tsx';

/** Everything about one deposit, with the actions of an admin. */
export function Deposit({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminDeposit, { params: { id } });
  // The deposit as it was when the dialog opened. If the host requests a refund meanwhile, the admin's
  // decision does not apply to that refund.
  const [asking, setAsking] = useState<{ deposit: AdminDepositShown; action: DepositAction } | null>(null);
  const { data: deposit } = found;
  if (!deposit) return <NoObject of={found} what="deposit" />;
  return (
    <>
      <PageHeader
        title={`${formatUsd(deposit.amountMicros)} from @${deposit.hostUsername}`}
        meaning={<DepositStatus deposit={deposit} />}
        action={
          <DepositDecisions
            deposit={deposit}
            canRefund={canRefundOnBehalf(deposit)}
            canRelease={deposit.state === 'charged_back' && deposit.waitingEarningsMicros !== null}
            onAction={(action) => setAsking({ deposit, action })}
          />
        }
        noIndex
      />
      <Trouble deposit={deposit} />
      <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-2">
        <About deposit={deposit} />
        <Steps deposit={deposit} />
      </div>
      <DepositParts deposit={deposit} />
      <TransfersOfAccount
        kind="host"
        owner={deposit.hostId}
        about={[id, ...deposit.refunds.map((refund) => refund.id)]}
      />
      <AuditOf id={id} />
      {asking ? <DepositDialog {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

const canRefundOnBehalf = ({ isHostBanned, state, frozen, unspentMicros, refundState }: AdminDepositShown) =>
  isHostBanned &&
  state === 'confirmed' &&
  !frozen &&
  unspentMicros > 0n &&
  refundState !== 'requested' &&
  refundState !== 'refunding';

/** Shows the problem of a deposit that an admin has to solve. */
function Trouble({ deposit }: { deposit: AdminDepositShown }) {
  const { state, dispute, frozen, failure } = deposit;
  if (dispute && (state === 'disputed' || state === 'charged_back'))
    return (
      <Note
        tone="warning"
        title={state === 'disputed' ? 'The bank asks for it back.' : 'The bank has taken it back.'}
      >
        {disputeText(dispute)}
        {frozen || state === 'disputed' ? ' The host can neither spend nor refund meanwhile.' : null}
      </Note>
    );
  if (frozen)
    return (
      <Note tone="warning" title="The balance is frozen.">
        The card processor warned of fraud. The host can neither spend nor refund until you lift the freeze.
      </Note>
    );
  return failure ? (
    <Note tone="warning" title={state === 'failed' ? 'It failed.' : 'Something does not fit.'}>
      {failure}
    </Note>
  ) : null;
}

function About({ deposit }: { deposit: AdminDepositShown }) {
  const { hostId, hostUsername, rail, reference, bankReference, payerEmail, suspenseItemId } = deposit;
  const texts: [name: string, text: string | null][] = [
    ['Reference', reference],
    ['Bank reference', bankReference],
    ['Payer’s email', payerEmail],
    ['Payment', deposit.paymentIntent],
    ['Id', deposit.id],
  ];
  return (
    <Panel title="Deposit">
      <Facts
        rows={[
          { name: 'From', value: <PersonLink id={hostId}>@{hostUsername}</PersonLink> },
          { name: 'Paid by', value: paidBy[rail] },
          {
            name: 'Amount',
            value: (
              <Link to={paths.trialBalance({ kind: 'host', owner: hostId })} className="link">
                <Money exact micros={deposit.amountMicros} />
                <span className="sr-only">, the transfers of the host’s balance</span>
              </Link>
            ),
          },
          { name: 'Unspent', value: <Money exact micros={deposit.unspentMicros} /> },
          ...(deposit.waitingEarningsMicros === null
            ? []
            : [
                { name: 'Earnings that wait', value: <Money exact micros={deposit.waitingEarningsMicros} /> },
              ]),
          { name: 'Went back', value: <Money exact micros={deposit.refundedMicros} /> },
          ...(suspenseItemId
            ? [
                {
                  name: 'Credited from',
                  value: (
                    <Link to={paths.adminSuspenseItem(suspenseItemId)} className="link">
                      Suspense
                    </Link>
                  ),
                },
              ]
            : []),
          ...texts.flatMap(([name, text]) =>
            text ? [{ name, value: <span className="mono break-all">{text}</span> }] : [],
          ),
        ]}
      />
    </Panel>
  );
}

/** Shows the times of the deposit's past events and its next deadline. */
function Steps({ deposit }: { deposit: AdminDepositShown }) {
  const moments: [name: string, at: Date | null][] = [
    ['Begun', deposit.createdAt],
    ['Confirmed', deposit.confirmedAt],
    ['Balance frozen', deposit.frozenAt],
  ];
  return (
    <Panel title="Steps so far">
      <Facts rows={moments.flatMap(([name, at]) => (at ? [{ name, value: <MomentText at={at} /> }] : []))} />
      <div className="mt-3">
        <DepositNext
          deposit={deposit}
          reader="admin"
          otherwise={<p className="text-muted text-sm">Nothing is due.</p>}
        />
      </div>
    </Panel>
  );
}
