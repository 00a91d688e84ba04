import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AdminPayout } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { AuditOf, NoObject } from '../object-parts.tsx';
import { PersonLink } from '../person-link.tsx';
import { LateStatuses } from './late-statuses.tsx';
import { PayoutActions, type PayoutEnd } from './payout-actions.tsx';
import { PayoutDialog } from './payout-dialog.tsx';
import { causeLabels } from './payout-labels.ts';
import { PayoutMadeOf } from './payout-made-of.tsx';
import { ResendDialog } from './payout-resend.tsx';
import { PayoutStatus } from './payout-status.tsx';

/** Everything about one payout, with the actions of an admin. */
export function Payout({ id }: { id: string }) {
  const found = useRead(adminRoutes.adminPayout, { params: { id } });
  const [asking, setAsking] = useState<PayoutEnd | 'resend' | null>(null);
  const { data: payout } = found;
  if (!payout) return <NoObject of={found} what="payout" />;
  const close = () => setAsking(null);
  return (
    <>
      <PageHeader
        title={`${formatUsd(payout.amountMicros)} to @${payout.clipperUsername}`}
        meaning={<PayoutStatus payout={payout} />}
        action={<PayoutActions payout={payout} onEnd={setAsking} onResend={() => setAsking('resend')} />}
        noIndex
      />
      <Trouble payout={payout} />
      <div className="grid grid-cols-1 gap-5 max-md:gap-4 lg:grid-cols-2">
        <About payout={payout} />
        <Way payout={payout} />
      </div>
      <PayoutMadeOf id={id} />
      <AuditOf id={id} />
      {asking === 'resend' ? <ResendDialog payout={payout} onClose={close} /> : null}
      {asking && asking !== 'resend' ? <PayoutDialog payout={payout} end={asking} onClose={close} /> : null}
    </>
  );
}

/** Shows why the payout is not being sent, or what the operator has to do. */
function Trouble({ payout }: { payout: AdminPayout }) {
  const { accountProblem, batch, lateStatus, stopsWeekly } = payout;
  const isLate = lateStatus !== null && lateStatus.resolvedAt === null;
  return (
    <>
      {isLate ? <LateStatuses statuses={[{ ...payout, ...lateStatus, payoutId: payout.id }]} /> : null}
      {accountProblem ? (
        <Note tone="warning" title="It waits for the accounts that earned it.">
          {accountProblem}
        </Note>
      ) : null}
      {batch?.problem && payout.finishedAt === null ? (
        <Note tone="warning" title="PayPal did not take its batch.">
          {batch.problem}
        </Note>
      ) : null}
      {stopsWeekly ? (
        <Note tone="info" title="Weekly payouts to this person wait.">
          They go on when the Payment Email changes.
        </Note>
      ) : null}
    </>
  );
}

function About({ payout }: { payout: AdminPayout }) {
  const { batch } = payout;
  return (
    <Panel title="Payout">
      <Facts
        rows={[
          {
            name: 'To',
            value: <PersonLink id={payout.clipperId}>@{payout.clipperUsername}</PersonLink>,
          },
          { name: 'Payment Email', value: <span className="break-all">{payout.destination}</span> },
          { name: 'Cause', value: causeLabels[payout.cause] },
          {
            name: 'Amount',
            value: (
              <Link to={paths.trialBalance({ kind: 'payout', owner: payout.id })} className="link">
                <Money micros={payout.amountMicros} />
                <span className="sr-only">, its transfers</span>
              </Link>
            ),
          },
          { name: 'Sent by', value: payout.rail === 'paypal' ? 'PayPal' : 'An admin, by hand' },
          ...(batch
            ? [
                {
                  name: 'Batch',
                  value: (
                    <Link
                      to={paths.adminView('payouts', { view: 'batches', search: batch.id })}
                      className="link mono break-all"
                    >
                      {batch.paypalBatchId ?? batch.id}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(payout.providerStatus ? [{ name: 'PayPal’s status', value: payout.providerStatus }] : []),
          { name: 'Id', value: <span className="mono break-all">{payout.id}</span> },
        ]}
      />
    </Panel>
  );
}

const ends: Partial<Record<AdminPayout['state'], string>> = {
  paid: 'Paid',
  returned: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Shows the times of the payout's past events and its next deadline. */
function Way({ payout }: { payout: AdminPayout }) {
  const { state, requestedAt, pickedUpAt, finishedAt, returnedAt, dueAt, reference, failure } = payout;
  const moments: [name: string, at: Date | null][] = [
    ['Requested', requestedAt],
    ['Picked up', pickedUpAt],
    [ends[state] ?? 'Finished', finishedAt],
    ['Came back', returnedAt],
    ['Due by', finishedAt ? null : dueAt],
  ];
  const texts: [name: string, text: ReactNode][] = [
    ['Reference', reference],
    ['Reason', failure],
  ];
  return (
    <Panel title="Steps so far">
      <Facts
        rows={[
          ...moments.flatMap(([name, at]) => (at ? [{ name, value: <MomentText at={at} /> }] : [])),
          ...texts.flatMap(([name, value]) => (value ? [{ name, value }] : [])),
        ]}
      />
    </Panel>
  );
}
