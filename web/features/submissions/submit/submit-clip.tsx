import { type ReactNode, useState } from 'react';
import type { FeedRow } from '#contract/listings/listings.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { parseViews } from '#web/nouns/view-count.ts';
import type { SendClipFile } from '../send-clip-file.ts';
import { CheckList } from './check-list.tsx';
import { type ClipDraft, type ClipFilled, platformOf } from './clip-draft.ts';
import { ExpectedEarnings } from './expected-earnings.tsx';
import { linkIn } from './pasted-link.ts';
import { recognisedText } from './recognised.ts';
import { SubmitForm } from './submit-form.tsx';
import { SubmitNotices } from './submit-notices.tsx';
import { useClipCheck, useNamedListing } from './use-clip-check.ts';
import { useKeptClip } from './use-kept-clip.ts';
import type { FindStudioClip } from './use-studio-clip.ts';

export interface SubmitClipProps {
  /** The listing's id and the link in the page's address. */
  initial: { listingId: string | null; url: string };
  onSubmitted: () => void;
  sendFile: SendClipFile;
  findStudioClip: FindStudioClip;
  /**
   * Renders a button that connects an account of the platform. The browser then returns to this listing and
   * link.
   */
  connect: (platform: PostPlatform, draft: { listingId: string; url: string }) => ReactNode;
  /**
   * Renders a button that releases an account's analytics. The browser then returns to this listing and link.
   */
  release: (platform: PostPlatform, draft: { listingId: string; url: string }) => ReactNode;
}

/** The form to submit a clip. A pasted link fills in platform, views and checks. */
export function SubmitClip({
  initial,
  onSubmitted,
  sendFile,
  findStudioClip,
  connect,
  release,
}: SubmitClipProps) {
  const { start, keep, forget } = useKeptClip(initial);
  const [draft, setDraft] = useState<ClipDraft>({
    listing: null,
    url: start.url,
    platform: null,
    views: start.views,
  });
  const change = (part: Partial<ClipDraft>) => {
    setDraft((now) => ({ ...now, ...part }));
    keep(part);
  };
  const preset = useRead(
    routes.showListing,
    { params: { id: start.listingId ?? '' } },
    { enabled: start.listingId !== null && draft.listing === null },
  );
  const linked = platformOf(draft.url);
  // Without an id the data is ignored: the read's address is then that of the feed, whose reply may be
  // cached.
  const chosen = draft.listing ?? (start.listingId === null ? null : (preset.data ?? null));
  const only = useOnlyListing(linked, start.listingId === null && draft.listing === null);
  const unnamed = start.listingId === null && draft.listing === null && only === null;
  const named = useNamedListing(draft.url, linked !== null && unnamed);
  const listing = chosen ?? only ?? named.listing;
  const connections = useRead(routes.listConnections, {});
  const check = useClipCheck(listing?.id, draft.url, connections);
  const post = check.waiting ? null : (check.data?.post ?? null);
  const counted = post?.views ?? null;
  const way = (to: SubmitClipProps['connect']) =>
    linked && listing ? to(linked, { listingId: listing.id, url: linkIn(draft.url) ?? '' }) : null;
  const filled: ClipFilled = {
    listing,
    url: draft.url,
    platform: draft.platform ?? linked,
    views: draft.views ?? (counted === null ? '' : String(counted)),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-5 max-lg:grid-cols-1">
      <SubmitForm
        filled={filled}
        recognised={recognisedText(draft.url, linked, connections.data?.rows)}
        recognisedBy={chosen ? null : only ? 'platform' : named.listing ? 'caption' : null}
        notRecognised={named.refused}
        isPost={post !== null}
        isAttested={post?.countLevel === 'attested'}
        viewsFromPlatform={draft.views === null && counted !== null}
        checks={
          <CheckList
            check={check}
            askable={listing !== null && linked !== null}
            connect={way(connect)}
            release={way(release)}
          />
        }
        onChange={change}
        onSubmitted={() => {
          forget();
          onSubmitted();
        }}
        sendFile={sendFile}
        findStudioClip={findStudioClip}
        onRefused={() => check.refetch()}
      />
      <div className="flex flex-col gap-5">
        <ExpectedEarnings listing={listing} post={post} typed={parseViews(filled.views)} />
        <SubmitNotices />
      </div>
    </div>
  );
}

/**
 * Returns the only open listing that accepts links of this platform, or null if there are several or none.
 */
function useOnlyListing(platform: PostPlatform | null, enabled: boolean): FeedRow | null {
  const { data } = useRead(
    routes.exploreListings,
    { query: platform ? { platform } : {} },
    { enabled: enabled && platform !== null },
  );
  const only = data?.rows.length === 1 && data.nextCursor === null;
  return enabled && platform && only ? data.rows[0]! : null;
}
