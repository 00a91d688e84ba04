import { Suspense } from 'react';
import { useLocation } from 'react-router';
import type { PublicProfile as ProfileShown } from '#contract/profiles.ts';
import { useSession } from '#web/features/accounts/session.ts';
import { HostCard } from '#web/features/listings/host-card.tsx';
import { ClipperRecord, ProfileClips } from '#web/features/profiles/profile-clips.tsx';
import { ProfileListings } from '#web/features/profiles/profile-listings.tsx';
import { PublicProfile } from '#web/features/profiles/public-profile.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { Connected } from '../connected.tsx';
import { PublicArea } from './area.tsx';

/** Shows the profile at /@username. */
export function ProfilePage() {
  const username = usernameIn(useLocation().pathname);
  return (
    <PublicArea>
      <Connected>
        <div className="mx-auto flex max-w-[1000px] flex-col gap-6 px-8 py-12 max-md:px-4 max-md:py-8">
          <Profile username={username} />
        </div>
      </Connected>
    </PublicArea>
  );
}

const ForHosts = lazyPart(async () => (await import('./for-hosts.tsx')).ForHosts);

const ForClippers = lazyPart(async () => (await import('./for-clippers.tsx')).ForClippers);

/**
 * Shows a profile. A signed-in host can invite or block the clipper, and a signed-in clipper can follow the
 * host.
 */
function Profile({ username }: { username: string }) {
  const role = useSession().data?.user?.role;
  return (
    <PublicProfile
      username={username}
      actions={(profile) =>
        role === 'host' && profile.role === 'clipper' ? (
          <Suspense fallback={null}>
            <ForHosts key={profile.username} username={profile.username} />
          </Suspense>
        ) : role === 'clipper' && profile.role === 'host' ? (
          <Suspense fallback={null}>
            <ForClippers key={profile.username} username={profile.username} />
          </Suspense>
        ) : null
      }
      record={profileRecord}
    />
  );
}

/** Shows a host's listings and decision record, or a clipper's clips and the decisions on them. */
export const profileRecord = (profile: ProfileShown) =>
  profile.reliability ? (
    <>
      <ProfileListings profile={profile} />
      <HostCard host={profile.reliability} />
    </>
  ) : (
    <>
      <ProfileClips profile={profile} />
      <ClipperRecord profile={profile} />
    </>
  );

/**
 * Returns the username after the @. If it can't be decoded it stays encoded, and then nobody has this name.
 */
function usernameIn(pathname: string): string {
  const written = pathname.slice(2).replace(/\/$/, '');
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
