import { useParams } from 'react-router';
import { Deposit } from '#web/features/admin/deposits/deposit.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function DepositPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('deposits')} name="Deposits" id={id} />
      <Deposit key={id} id={id} />
    </>
  );
}
