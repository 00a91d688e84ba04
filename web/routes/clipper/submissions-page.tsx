import { Link } from 'react-router';
import { useInside } from '#web/features/accounts/session.ts';
import { SubmissionCards } from '#web/features/submissions/submission-cards.tsx';
import { SubmissionsTable } from '#web/features/submissions/submissions-table.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

export function SubmissionsPage() {
  const { user } = useInside();
  return (
    <>
      <PageHeader
        title="My Submissions"
        meaning="Every clip and its next step."
        action={
          <Link to={paths.clipperSubmit()} className={buttonStyle({ variant: 'primary' })}>
            Submit Clip
          </Link>
        }
      />
      <SubmissionCards />
      <SubmissionsTable isDemo={user.isDemo} />
    </>
  );
}
