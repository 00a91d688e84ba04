import { Link } from 'react-router';
import type { AdminPerson } from '#contract/admin/admin-objects.ts';
import type { AccountKind } from '#contract/ledger/ledger.ts';
import { paths } from '#web/routes/paths.ts';
import { Facts, Panel } from '#web/ui/pages/panel.tsx';
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
  const isHost = person.role === 'host';
  return (
    <Panel title="Money">
      <Facts
        rows={[
          ...person.balances.map(({ kind, balanceMicros }) => ({
            name: (
              <Link
                to={
                  kind === 'clipper_owed'
                    ? paths.adminDebt(person.id)
                    : paths.trialBalance({ kind, owner: person.id })
                }
                className="link"
              >
                {labels[kind] ?? kind}
              </Link>
            ),
            value: <Money exact micros={balanceMicros} />,
          })),
          {
            name: isHost ? 'Deposited in all' : 'Earned in all',
            value: <Money exact micros={person.inMicros} />,
          },
          {
            name: isHost ? 'Refunded in all' : 'Paid out in all',
            value: <Money exact micros={person.outMicros} />,
          },
          ...(isHost ? [] : [{ name: 'On its way', value: <Money exact micros={person.onItsWayMicros} /> }]),
          ...(isHost ? [] : [{ name: 'Payment Email', value: <Address of={person.payoutAddress} /> }]),
        ]}
      />
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
