import { useParams } from 'react-router';
import { Payout } from '#web/features/admin/payouts/payout.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function PayoutPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('payouts')} name="Payouts" id={id} />
      <Payout key={id} id={id} />
    </>
  );
}
