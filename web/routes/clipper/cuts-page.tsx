import { Link } from 'react-router';
import { ProjectList } from '#web/features/studio/project-list.tsx';
import { SourceList } from '#web/features/studio/source-list.tsx';
import { buttonStyle } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

/** The clipper's projects of the Clip Studio, and sources to cut. */
export function CutsPage() {
  return (
    <>
      <PageHeader
        title="Clip Studio"
        meaning="Cut, frame and caption clips from hosts’ videos, in your browser."
        action={
          <Link to={paths.clipperExplore()} className={buttonStyle()}>
            Explore Listings
          </Link>
        }
      />
      <ProjectList />
      <SourceList />
    </>
  );
}
