import { useParams } from 'react-router';
import { SuspenseItem } from '#web/features/admin/suspense/suspense-item.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function SuspenseItemPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('suspense')} name="Suspense" id={id} />
      <SuspenseItem key={id} id={id} />
    </>
  );
}
