import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PublicProfile as Profile } from '#contract/profiles.ts';
import { profileRoutes } from '#contract/profiles.ts';
import { ApiError } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { profileHead, unknownProfileHead } from '#web/nouns/page-heads.ts';
import { Views } from '#web/nouns/views.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Avatar } from '#web/ui/pages/avatar.tsx';
import { OutlineBadge } from '#web/ui/pages/badge.tsx';
import { PageMeta } from '#web/ui/pages/page-meta.tsx';
import { Skeleton } from '#web/ui/pages/skeleton.tsx';
import { StatCard, StatRow } from '#web/ui/pages/stat-card.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import { Money } from '#web/ui/texts/money.tsx';

export interface PublicProfileProps {
  username: string;
  /** Renders what the viewer can do about the person. */
  actions?: (profile: Profile) => ReactNode;
  /** Renders sections below the figures. */
  record?: (profile: Profile) => ReactNode;
}

/** Shows a public profile with three computed figures. */
export function PublicProfile({ username, actions, record }: PublicProfileProps) {
  const { data, error, refetch } = useRead(profileRoutes.publicProfile, { params: { username } });
  if (data) return <Found profile={data} actions={actions?.(data)} record={record?.(data)} />;
  if (error) {
    const unknown = error instanceof ApiError && error.code === 'profile_not_found';
    return <NotFound username={username} onRetry={unknown ? undefined : () => refetch()} />;
  }
  return <Waiting />;
}

interface FoundProps {
  profile: Profile;
  actions: ReactNode;
  record: ReactNode;
}

function Found({ profile, actions, record }: FoundProps) {
  const host = profile.role === 'host';
  return (
    <>
      <PageMeta {...profileHead(profile)} />
      <div className="flex flex-wrap items-center gap-5">
        <Avatar username={profile.username} src={profile.avatarUrl} size="xl" />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <h1 className="disp break-all text-3xl max-md:text-2xl" tabIndex={-1}>
            @{profile.username}
          </h1>
          <OutlineBadge>{host ? 'HOST' : 'CLIPPER'}</OutlineBadge>
        </div>
        {actions ? <div className="ml-auto flex flex-wrap gap-2 max-sm:ml-0">{actions}</div> : null}
      </div>
      <StatRow count={3}>
        <StatCard
          label="Earnings"
          value={profile.earnedMicros === null ? 'Hidden' : <Money micros={profile.earnedMicros} />}
          hint={host ? 'Total paid to clippers' : 'Total earned'}
        />
        <StatCard
          label={host ? 'Top Listings' : 'Top Clips'}
          value={formatCount(host ? profile.activeListings : profile.approvedClips)}
          hint={host ? 'Active listings' : 'Approved clips'}
        />
        <StatCard
          label="Total Views"
          value={<Views abbreviated count={profile.totalViews} />}
          hint={host ? 'Verified, on clips of these listings' : 'Verified, on approved clips'}
        />
      </StatRow>
      {record ? (
        <div className="grid grid-cols-1 gap-5 max-md:gap-4 md:grid-cols-[minmax(0,1fr)_20rem]">{record}</div>
      ) : null}
    </>
  );
}

function Waiting() {
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-6">
      <div className="flex items-center gap-5">
        <Skeleton className="size-24 rounded-panel" />
        <p className="text-muted">Loading profile...</p>
      </div>
      <Skeleton className="h-73 w-full rounded-panel sm:h-25" />
      <Skeleton className="h-64 w-full rounded-panel" />
    </div>
  );
}

interface NotFoundProps {
  username: string;
  onRetry: (() => void) | undefined;
}

function NotFound({ username, onRetry }: NotFoundProps) {
  return (
    <div className="flex flex-col items-start gap-4" role="alert">
      <title>{unknownProfileHead.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="disp text-3xl max-md:text-2xl" tabIndex={-1}>
        Profile not found
      </h1>
      <p className="text-muted">
        {onRetry
          ? 'The server did not answer. The profile may be there; try again.'
          : `Nobody here is called @${username}.`}
      </p>
      {onRetry ? (
        <Button onClick={onRetry}>Try again</Button>
      ) : (
        <Link to={paths.explore()} className="link">
          Explore listings
        </Link>
      )}
    </div>
  );
}
