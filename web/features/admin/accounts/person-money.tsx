import { Link } from 'react-router';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import type { AccountKind } from '#contract/ledger/ledger.ts';
import { paths } from '#web/routes/paths.ts';
import { Fact, Facts, Panel } from '#web/ui/pages/panel.tsx';
import { MomentText } from '#web/ui/texts/moment-text.tsx';
import { Money } from '#web/ui/texts/money.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';

/** Labels of the account kinds that a person can have. */
const labels: Partial<Record<AccountKind, string>> = {
  host: 'Balance',
  clipper_available: 'Available',
  clipper_pending: 'Pending',
  clipper_owed: 'Owed',
};

/**
 * Shows a person's balances, money in and out, and payment email. Each balance links to its transfers, and a
 * debt to the debt's page.
 */
export function PersonMoney({ person }: { person: AdminPerson }) {
  const { id, balances, inMicros, outMicros, onItsWayMicros, payoutAddress } = person;
  const isHost = person.role === 'host';
  const pageOf = (kind: AccountKind) =>
    kind === 'clipper_owed' ? paths.adminDebt(id) : paths.trialBalance({ kind, owner: id });
  return (
    <Panel title="Money">
      <Facts>
        {balances.map(({ kind, balanceMicros }) => (
          <Fact
            key={kind}
            name={
              <Link to={pageOf(kind)} className="link">
                {labels[kind] ?? kind}
              </Link>
            }
          >
            <Money exact micros={balanceMicros} />
          </Fact>
        ))}
        <Fact name={isHost ? 'Total deposited' : 'Total earned'}>
          <Money exact micros={inMicros} />
        </Fact>
        <Fact name={isHost ? 'Total refunded' : 'Total paid out'}>
          <Money exact micros={outMicros} />
        </Fact>
        <Fact name="On its way">{!isHost && <Money exact micros={onItsWayMicros} />}</Fact>
        <Fact name="Payment Email">{!isHost && <Address of={payoutAddress} />}</Fact>
      </Facts>
    </Panel>
  );
}

function Address({ of }: { of: AdminPerson['payoutAddress'] }) {
  const now = useNow();
  if (!of) return 'None';
  return (
    <>
      <span className="break-all">{of.email}</span>
      {of.usableAt > now ? (
        <span className="block font-normal text-muted text-sm">
          Used from <MomentText at={of.usableAt} />
        </span>
      ) : null}
    </>
  );
}
