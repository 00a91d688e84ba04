import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RETURN_MAX } from '#contract/limits.ts';
import { platforms } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { ReleaseAnalytics } from '#web/features/connections/account-analytics.tsx';
import { CodeForm } from '#web/features/connections/code-form.tsx';
import { useConnect } from '#web/features/connections/use-connect.ts';
import { useConnectReturn } from '#web/features/connections/use-connect-return.ts';
import { YoutubeTerms } from '#web/features/connections/youtube-terms.tsx';
import { CountryFirst } from '#web/features/payouts/country-first.tsx';
import { sharedLink } from '#web/features/submissions/submit/pasted-link.ts';
import { SubmitClip } from '#web/features/submissions/submit/submit-clip.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';
import { sendClipFile } from '../uploads.tsx';

/**
 * Returns the address to return to, with listing and link. The link is left out if the address would be too
 * long.
 */
function wayBack(listing: string, url: string): string {
  const whole = paths.clipperSubmit({ listing, url });
  return whole.length <= RETURN_MAX ? whole : paths.clipperSubmit({ listing });
}

/** Returns the last clip that this person exported in a listing's studio, as a file to send. */
async function studioClipOf(clipperId: string, listingId: string) {
  const { clipFolder, holdStudioClip, latestStudioClip } = await import('#web/nouns/studio-clip.ts');
  const clip = await latestStudioClip(await clipFolder(), { clipperId, listingId });
  if (!clip) return null;
  const { name, file } = clip;
  // The clip is locked until this page is closed, so that an export in another tab doesn't remove it.
  holdStudioClip(name, navigator.locks);
  return new File([file], 'studio-clip.mp4', { type: 'video/mp4', lastModified: file.lastModified });
}

export function SubmitPage() {
  useConnectReturn();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { user } = useInside();
  const findStudioClip = useCallback((listingId: string) => studioClipOf(user.id, listingId), [user.id]);
  const { connect, leavingFor } = useConnect();
  // A link made in *Demo tools* opens this page again, as a phone's Share menu does, and the form restarts
  // with that link.
  const given = { listingId: params.get('listing'), url: sharedLink(params) };
  const { available, codes = [], rows = [] } = useRead(routes.listConnections, {}).data ?? {};
  return (
    <>
      <PageHeader title="Submit Clip" meaning="Paste your post link. We’ll fill in the rest." />
      <CountryFirst />
      <SubmitClip
        key={`${given.listingId} ${given.url}`}
        initial={given}
        onSubmitted={() => navigate(paths.clipperSubmissions())}
        sendFile={sendClipFile}
        findStudioClip={findStudioClip}
        release={(platform, { listingId, url }) =>
          rows
            .filter((row) => row.platform === platform && row.analytics?.releasedAt === null)
            .map((row) => <ReleaseAnalytics key={row.id} row={row} returnTo={wayBack(listingId, url)} />)
        }
        connect={(platform, { listingId, url }) =>
          available && !available.includes(platform) ? (
            <CodeForm platform={platform} code={codes.find((code) => code.platform === platform)} />
          ) : (
            <>
              <Button
                size="sm"
                busy={leavingFor === platform && 'Connecting...'}
                onClick={() => connect(platform, wayBack(listingId, url))}
              >
                Connect {platforms[platform].name}
              </Button>
              {platform === 'youtube' ? <YoutubeTerms /> : null}
            </>
          )
        }
      />
    </>
  );
}
