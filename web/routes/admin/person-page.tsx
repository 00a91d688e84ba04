import { useParams } from 'react-router';
import { Person } from '#web/features/admin/accounts/person.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function PersonPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('users')} name="Users" id={id} />
      <Person key={id} id={id} />
    </>
  );
}
