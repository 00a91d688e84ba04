import { useParams } from 'react-router';
import { Debt } from '#web/features/admin/earnings/debt.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function DebtPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('debts')} name="Debts" id={id} />
      <Debt key={id} id={id} />
    </>
  );
}
