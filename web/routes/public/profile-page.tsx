import { useParams } from 'react-router';
import { PublicProfile } from '#web/features/profiles/public-profile.tsx';
import { PublicArea } from './area.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** /@username: the router can't match half a segment, so any one word comes here and the @ decides. */
export function ProfilePage() {
  const { handle = '' } = useParams();
  if (!/^@./.test(handle)) return <NotFoundPage />;
  return (
    <PublicArea>
      <div className="mx-auto flex max-w-[1000px] flex-col gap-6 px-8 py-12 max-md:px-4 max-md:py-8">
        <PublicProfile username={handle.slice(1)} />
      </div>
    </PublicArea>
  );
}
