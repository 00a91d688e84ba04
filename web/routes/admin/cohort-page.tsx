import { useParams } from 'react-router';
import { Cohort } from '#web/features/admin/cohorts/cohort.tsx';
import { paths } from '../paths.ts';
import { Trail } from './trail.tsx';

export function CohortPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Trail to={paths.adminView('cohorts')} name="Cohorts" id={id} />
      <Cohort key={id} id={id} />
    </>
  );
}
