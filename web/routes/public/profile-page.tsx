import { useLocation } from 'react-router';
import { PublicProfile } from '#web/features/profiles/public-profile.tsx';
import { Connected } from '../connected.tsx';
import { PublicArea } from './area.tsx';

/** /@username */
export function ProfilePage() {
  const username = usernameIn(useLocation().pathname);
  return (
    <PublicArea>
      <Connected>
        <div className="mx-auto flex max-w-[1000px] flex-col gap-6 px-8 py-12 max-md:px-4 max-md:py-8">
          <PublicProfile username={username} />
        </div>
      </Connected>
    </PublicArea>
  );
}

/** What stands behind the @; as it is when it can't be decoded, which is nobody's name then. */
function usernameIn(pathname: string): string {
  const written = pathname.slice(2).replace(/\/$/, '');
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
