import { Link } from 'react-router';
import type { AdminPayout } from '#contract/admin/admin-payouts.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { ActButton } from '../act-dialog.tsx';
import type { AdminObject } from '../object-page.tsx';
import { PersonLink } from '../person-link.tsx';
import { LateStatuses } from './late-statuses.tsx';
import { PaidDialog, PayoutDialog } from './payout-dialog.tsx';
import { causeLabels } from './payout-labels.ts';
import { PayoutMadeOf } from './payout-made-of.tsx';
import { ResendDialog } from './payout-resend.tsx';
import { PayoutStatus } from './payout-status.tsx';

/**
 * The server reads PayPal's batch for weeks after its payouts were decided, so `atProcessor` alone does not
 * mean that PayPal still processes the payout.
 */
const isAtPayPal = ({ atProcessor, finishedAt }: AdminPayout) => atProcessor && finishedAt === null;

const isRequested = (payout: AdminPayout) =>
  payout.state === 'requested' && !payout.frozen && !isAtPayPal(payout);
const isProcessing = (payout: AdminPayout) => payout.state === 'processing' && !isAtPayPal(payout);

/** Everything about one payout, with the actions of an admin. */
export const payout: AdminObject<AdminPayout> = {
  what: 'payout',
  name: 'Payout',
  view: 'payouts',
  useObject: (id) => useRead(adminRoutes.adminPayout, { params: { id } }),
  title: ({ amountMicros, clipperUsername }) => `${formatUsd(amountMicros)} to @${clipperUsername}`,
  state: (shown) => <PayoutStatus payout={shown} />,
  beside: (shown) =>
    isAtPayPal(shown) && !(shown.frozen && shown.state === 'requested') ? (
      <span className="text-muted text-sm">PayPal has it</span>
    ) : null,
  whose: ({ clipperUsername }) => `payout of @${clipperUsername}`,
  acts: [
    {
      text: 'Confirm',
      may: (shown) => isRequested(shown) && shown.confirmedBy !== null,
      button: ({ id }, label) => (
        <ActButton
          route={adminRoutes.confirmPayout}
          input={{ params: { id } }}
          label={label}
          busy="Confirming..."
          done={() => ['Payout confirmed', 'It is sent when two different admins have agreed.']}
        >
          Confirm
        </ActButton>
      ),
    },
    {
      text: 'Cancel',
      variant: 'quiet',
      may: isRequested,
      dialog: (shown, close) => <PayoutDialog payout={shown} end="canceled" onClose={close} />,
    },
    {
      text: 'Pick up',
      may: isRequested,
      button: ({ id }, label) => (
        <ActButton
          route={routes.pickUpPayout}
          input={{ params: { id } }}
          label={label}
          busy="Picking up..."
          done={() => ['Payout picked up', 'It can no longer be canceled. Send the money, then mark it.']}
        >
          Pick up
        </ActButton>
      ),
    },
    {
      text: 'Mark failed',
      variant: 'danger',
      may: isProcessing,
      dialog: (shown, close) => <PayoutDialog payout={shown} end="failed" onClose={close} />,
    },
    {
      text: 'Mark paid',
      amount: ({ amountMicros }) => amountMicros,
      variant: 'primary',
      may: isProcessing,
      dialog: (shown, close) => <PaidDialog payout={shown} onClose={close} />,
    },
    {
      text: 'Mark returned',
      may: ({ state }) => state === 'paid',
      dialog: (shown, close) => <PayoutDialog payout={shown} end="returned" onClose={close} />,
    },
    {
      text: 'Send again',
      amount: ({ amountMicros }) => amountMicros,
      may: ({ closed, state }) => closed && (state === 'failed' || state === 'returned'),
      dialog: (shown, close) => <ResendDialog payout={shown} onClose={close} />,
    },
  ],
  notes: (shown) => <Trouble payout={shown} />,
  facts: (shown) => (
    <>
      <About payout={shown} />
      <Way payout={shown} />
    </>
  ),
  parts: ({ id }) => <PayoutMadeOf id={id} />,
};

/** Shows why the payout is not being sent, or what the operator has to do. */
function Trouble({ payout }: { payout: AdminPayout }) {
  const { accountProblem, batch, lateStatus, stopsWeekly } = payout;
  const isLate = lateStatus !== null && lateStatus.resolvedAt === null;
  return (
    <>
      {isLate ? <LateStatuses statuses={[{ ...payout, ...lateStatus, payoutId: payout.id }]} /> : null}
      {accountProblem ? (
        <Note tone="warning" title="It waits until we have checked the accounts that earned it.">
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
          They continue when the Payment Email changes.
        </Note>
      ) : null}
    </>
  );
}

function About({ payout }: { payout: AdminPayout }) {
  const { batch, id } = payout;
  return (
    <Panel title="Payout">
      <Facts>
        <Fact name="To">
          <PersonLink id={payout.clipperId}>@{payout.clipperUsername}</PersonLink>
        </Fact>
        <Fact name="Payment Email">
          <span className="break-all">{payout.destination}</span>
        </Fact>
        <Fact name="Cause">{causeLabels[payout.cause]}</Fact>
        <Fact name="Amount">
          <Link to={paths.trialBalance({ kind: 'payout', owner: id })} className="link">
            <Money micros={payout.amountMicros} />
            <span className="sr-only">, its transfers</span>
          </Link>
        </Fact>
        <Fact name="Sent by">{payout.rail === 'paypal' ? 'PayPal' : 'An admin, by hand'}</Fact>
        <Fact name="Batch">
          {batch && (
            <Link
              to={paths.adminView('payouts', { view: 'batches', search: batch.id })}
              className="link mono break-all"
            >
              {batch.paypalBatchId ?? batch.id}
            </Link>
          )}
        </Fact>
        <Fact name="PayPal’s status">{payout.providerStatus}</Fact>
        <Fact name="Id">
          <span className="mono break-all">{id}</span>
        </Fact>
      </Facts>
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
  return (
    <Panel title="Steps so far">
      <Facts>
        <Fact name="Requested">
          <MomentText at={requestedAt} />
        </Fact>
        <Fact name="Picked up">{pickedUpAt && <MomentText at={pickedUpAt} />}</Fact>
        <Fact name={ends[state] ?? 'Finished'}>{finishedAt && <MomentText at={finishedAt} />}</Fact>
        <Fact name="Came back">{returnedAt && <MomentText at={returnedAt} />}</Fact>
        <Fact name="Due by">{!finishedAt && dueAt && <MomentText at={dueAt} />}</Fact>
        <Fact name="Reference">{reference}</Fact>
        <Fact name="Reason">{failure}</Fact>
      </Facts>
    </Panel>
  );
}
