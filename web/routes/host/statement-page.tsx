import { Navigate, useParams } from 'react-router';
import { monthSchema } from '#contract/ledger/statements.ts';
import { monthOf } from '#contract/months.ts';
import { StatementView } from '#web/features/ledger/statement-view.tsx';
import { useNow } from '#web/ui/texts/use-now.tsx';
import { paths } from '../paths.ts';

export function HostStatementPage() {
  const { month } = useParams();
  const now = useNow();
  const known = monthSchema.safeParse(month);
  if (!known.success) return <Navigate replace to={paths.hostStatement(monthOf(now))} />;
  return (
    <StatementView
      whose="host"
      month={known.data}
      now={now}
      to={paths.hostStatement}
      back={{ to: paths.hostBudget(), name: 'Budget' }}
    />
  );
}
