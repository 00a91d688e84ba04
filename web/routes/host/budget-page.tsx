import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useInside } from '#web/features/accounts/session.ts';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { BudgetByListing } from '#web/features/deposits/budget-by-listing.tsx';
import { BudgetCards } from '#web/features/deposits/budget-cards.tsx';
import { DailyChart } from '#web/features/deposits/daily-chart.tsx';
import { DepositReturn } from '#web/features/deposits/deposit-return.tsx';
import { DepositsPanel } from '#web/features/deposits/deposits-panel.tsx';
import { FrozenNote } from '#web/features/deposits/frozen-note.tsx';
import { Transactions } from '#web/features/deposits/transactions.tsx';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

export function BudgetPage() {
  const { demo } = useInside();
  const [params, setParams] = useSearchParams();
  const adding = params.get('add') === 'funds';
  const back = params.get('deposit');
  const setAdding = (next: boolean) => setParams(next ? { add: 'funds' } : {}, { replace: true });
  return (
    <>
      <PageHeader
        title="Budget"
        meaning="Deposits, spend and remaining balance."
        action={
          <>
            <Link to={paths.hostStatement()} className={buttonStyle()}>
              Statements
            </Link>
            <Button variant="ink" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add Funds
            </Button>
          </>
        }
      />
      {back ? (
        <DepositReturn id={back} left={params.has('left')} onClose={() => setParams({}, { replace: true })} />
      ) : null}
      <BudgetCards />
      <FrozenNote />
      <DailyChart />
      <BudgetByListing />
      <DepositsPanel />
      <Transactions />
      <AddFundsDialog open={adding} onOpenChange={setAdding} demo={demo} />
    </>
  );
}
