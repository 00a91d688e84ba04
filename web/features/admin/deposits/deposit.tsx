import { Link } from 'react-router';
import type { AdminDepositShown } from '#contract/admin/admin-deposits.ts';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { formatUsd } from '#contract/money.ts';
import { useRead } from '#web/api/query.ts';
import { disputeText, paidBy } from '#web/nouns/deposit-labels.ts';
import { DepositNext } from '#web/nouns/deposit-next-event.tsx';
import { paths } from '#web/routes/paths.ts';
import { Note } from '#web/ui/pages/note.tsx';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { TransfersOfAccount } from '../ledger/account-tables.tsx';
import type { AdminObject } from '../object-page.tsx';
import { PersonLink } from '../person-link.tsx';
import { depositActs } from './deposit-acts.tsx';
import { DepositParts } from './deposit-parts.tsx';
import { DepositStatus } from './deposit-status.tsx';

/** Everything about one deposit, with the actions of an admin. */
export const deposit: AdminObject<AdminDepositShown> = {
  what: 'deposit',
  name: 'Deposit',
  view: 'deposits',
  useObject: (id) => useRead(adminRoutes.adminDeposit, { params: { id } }),
  title: ({ amountMicros, hostUsername }) => `${formatUsd(amountMicros)} from @${hostUsername}`,
  state: (shown) => <DepositStatus deposit={shown} />,
  whose: ({ hostUsername }) => `of @${hostUsername}`,
  acts: depositActs,
  notes: (shown) => <Trouble deposit={shown} />,
  facts: (shown) => (
    <>
      <About deposit={shown} />
      <Steps deposit={shown} />
    </>
  ),
  parts: (shown) => (
    <>
      <DepositParts deposit={shown} />
      <TransfersOfAccount
        kind="host"
        owner={shown.hostId}
        about={[shown.id, ...shown.refunds.map((refund) => refund.id)]}
      />
    </>
  ),
};

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
        {frozen || state === 'disputed' ? ' For now the host can neither spend nor refund.' : null}
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
  const { hostId, waitingEarningsMicros, suspenseItemId } = deposit;
  const texts: [name: string, text: string | null][] = [
    ['Reference', deposit.reference],
    ['Bank reference', deposit.bankReference],
    ['Payer’s email', deposit.payerEmail],
    ['Payment', deposit.paymentIntent],
    ['Id', deposit.id],
  ];
  return (
    <Panel title="Deposit">
      <Facts>
        <Fact name="From">
          <PersonLink id={hostId}>@{deposit.hostUsername}</PersonLink>
        </Fact>
        <Fact name="Paid by">{paidBy[deposit.rail]}</Fact>
        <Fact name="Amount">
          <Link to={paths.trialBalance({ kind: 'host', owner: hostId })} className="link">
            <Money exact micros={deposit.amountMicros} />
            <span className="sr-only">, the transfers of the host’s balance</span>
          </Link>
        </Fact>
        <Fact name="Unspent">
          <Money exact micros={deposit.unspentMicros} />
        </Fact>
        <Fact name="Earnings that wait">
          {waitingEarningsMicros !== null && <Money exact micros={waitingEarningsMicros} />}
        </Fact>
        <Fact name="Went back">
          <Money exact micros={deposit.refundedMicros} />
        </Fact>
        <Fact name="Credited from">
          {suspenseItemId && (
            <Link to={paths.adminSuspenseItem(suspenseItemId)} className="link">
              Suspense
            </Link>
          )}
        </Fact>
        {texts.map(([name, text]) => (
          <Fact key={name} name={name}>
            {text && <span className="mono break-all">{text}</span>}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** Shows the times of the deposit's past events and its next deadline. */
function Steps({ deposit }: { deposit: AdminDepositShown }) {
  const { createdAt, confirmedAt, frozenAt } = deposit;
  return (
    <Panel title="Steps so far">
      <Facts>
        <Fact name="Begun">
          <MomentText at={createdAt} />
        </Fact>
        <Fact name="Confirmed">{confirmedAt && <MomentText at={confirmedAt} />}</Fact>
        <Fact name="Balance frozen">{frozenAt && <MomentText at={frozenAt} />}</Fact>
      </Facts>
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
