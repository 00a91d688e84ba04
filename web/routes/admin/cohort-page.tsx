import { cohort } from '#web/features/admin/cohorts/cohort.tsx';
import { ObjectPage } from '#web/features/admin/object-page.tsx';

export const CohortPage = () => <ObjectPage of={cohort} />;
