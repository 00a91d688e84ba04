import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { routes } from '#contract/routes.ts';
import { query } from '#web/api/query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Money } from '#web/ui/money.tsx';
import { Facts } from '#web/ui/panel.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';

type Proof = z.infer<typeof routes.ledgerProof.reply>;

/** Recomputed when it is opened: every invariant of the ledger, and where all money is. */
export function LedgerProof() {
  const { data, error, refetch, isFetching } = useQuery(query(routes.ledgerProof, {}));
  if (error && !data)
    return (
      <div className="p-4.5">
        <ErrorState title="The proof did not load." onRetry={() => refetch()}>
          {error.message}
        </ErrorState>
      </div>
    );
  if (!data)
    return (
      <div className="p-4.5">
        <SkeletonRows rows={5} />
      </div>
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4.5 py-3">
        <span role="status">
          {data.ok ? <Badge tone="green">All proofs hold</Badge> : <Badge tone="red">A proof fails</Badge>}
        </span>
        <Button size="sm" busy={isFetching && 'Checking...'} onClick={() => refetch()}>
          Check again
        </Button>
      </div>
      <div className="grid gap-x-8 gap-y-6 p-4.5 lg:grid-cols-[1.4fr_1fr]">
        <Invariants of={data.invariants} />
        <Balances of={data.balances} />
      </div>
    </>
  );
}

function Invariants({ of }: { of: Proof['invariants'] }) {
  return (
    <section aria-label="Invariants">
      <h2 className="label mb-2">Invariants</h2>
      <ul className="border-line border-t">
        {of.map((row) => (
          <li key={row.name} className="flex items-start justify-between gap-4 border-line border-b py-2.5">
            <span className="min-w-0">
              <b className="font-semibold">{row.name.replaceAll('_', ' ')}</b>
              {row.ok ? null : <span className="block break-words text-muted text-sm">{row.detail}</span>}
            </span>
            {row.ok ? <Badge tone="green">Holds</Badge> : <Badge tone="red">Fails</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Balances({ of }: { of: Proof['balances'] }) {
  return (
    <section aria-label="Balances by kind of account">
      <h2 className="label mb-2">Balances by kind of account</h2>
      <div className="border-line border-t pt-2.5">
        <Facts
          rows={of.map((row) => ({
            name: <span className="mono">{row.kind}</span>,
            value: <Money micros={row.balanceMicros} />,
          }))}
        />
      </div>
    </section>
  );
}
