import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Micros } from '#contract/money.ts';
import { type ConnectablePlatform, connectedBy } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { CodeForm } from '#web/features/connections/code-form.tsx';
import { useConnect } from '#web/features/connections/use-connect.ts';
import { useConnectReturn } from '#web/features/connections/use-connect-return.ts';
import { YoutubeTerms } from '#web/features/connections/youtube-terms.tsx';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { CreateForm, useListingForm } from '#web/features/listings/host/create-form.tsx';
import { CreatorNote, creatorAccount } from '#web/features/listings/host/creator-note.tsx';
import type { ListingDraft } from '#web/features/listings/host/listing-draft.ts';
import { copyOf } from '#web/features/listings/host/listing-terms.ts';
import { SourceUpload } from '#web/features/media/source-upload.tsx';
import { useSourceUpload } from '#web/features/media/use-source-upload.ts';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Loading, SkeletonRows } from '#web/ui/pages/skeleton.tsx';
import { paths } from '../paths.ts';

export function CreatePage() {
  const { user, demo } = useInside();
  const [params] = useSearchParams();
  const from = params.get('from');
  return (
    <>
      <PageHeader
        title="Create Listing"
        meaning="The whole budget is held when you post. You never pay more than that."
      />
      {from ? (
        <CopiedListing key={from} from={from} userId={user.id} demo={demo} />
      ) : (
        <NewListing userId={user.id} demo={demo} draftKey={user.id} />
      )}
    </>
  );
}

interface NewListingProps {
  userId: string;
  demo: boolean;
  draftKey: string;
  /** The draft if none is stored under the key. */
  otherwise?: ListingDraft;
}

/** Opens the form with the terms and the source of an own listing, as a separate draft. */
function CopiedListing({ from, ...rest }: { from: string } & Pick<NewListingProps, 'userId' | 'demo'>) {
  const once = { refetchOnWindowFocus: false, retry: false } as const;
  const found = useRead(routes.showListing, { params: { id: from } }, once);
  const listing = found.data?.isOwn ? found.data : null;
  const mediaId = listing?.source.kind === 'upload' ? listing.source.url.split('/').at(-1)! : null;
  const media = useRead(
    routes.showUpload,
    { params: { id: mediaId ?? '' } },
    { ...once, enabled: mediaId !== null },
  );
  if (found.isPending || (mediaId !== null && media.isPending)) {
    return (
      <Loading label="Loading the listing">
        <SkeletonRows rows={5} />
      </Loading>
    );
  }
  const broken = [found, media].find(({ error }) => error && isFault(error));
  if (broken) return <NotLoaded of={broken} failed="The listing to copy did not load." />;
  if (!listing) {
    return (
      <>
        <Note tone="warning" title="That listing can’t be copied.">
          Only your own listings can. This is the form of a new one.
        </Note>
        <NewListing {...rest} draftKey={rest.userId} />
      </>
    );
  }
  const source = media.data?.state === 'ready' ? media.data : null;
  return <NewListing {...rest} draftKey={`${rest.userId} ${from}`} otherwise={copyOf(listing, source)} />;
}

function NewListing({ userId, demo, draftKey, otherwise }: NewListingProps) {
  useConnectReturn();
  const navigate = useNavigate();
  const { connect, leavingFor } = useConnect();
  const connections = useRead(routes.listConnections, {});
  const overview = useRead(routes.hostOverview, {});
  const form = useListingForm(draftKey, otherwise);
  const source = useSourceUpload(userId, form.watch('uploadId'), form);
  const verified = creatorAccount(connections.data?.rows) !== undefined;
  const { available = [], codes = [] } = connections.data ?? {};
  const waiting = codes.find(({ platform }) => connectedBy('host').includes(platform));
  const [chosen, setChosen] = useState<ConnectablePlatform | null>(null);
  // If this server has no API keys for a platform, the host verifies the account by a code in its bio.
  const byCode = chosen ?? waiting?.platform;
  const [adding, setAdding] = useState<{ suggested: Micros | undefined } | null>(null);
  return (
    <>
      <CreateForm
        form={form}
        draftKey={draftKey}
        verified={verified}
        balance={overview.data?.balanceMicros}
        uploading={source.underWay}
        readable={available}
        connection={
          <>
            <CreatorNote
              connections={connections.data}
              leaving={leavingFor !== null}
              onConnect={(platform) =>
                available.includes(platform) ? connect(platform) : setChosen(platform)
              }
            />
            {!verified && byCode ? (
              <CodeForm
                key={byCode}
                platform={byCode}
                code={codes.find(({ platform }) => platform === byCode)}
              />
            ) : null}
            {!verified && available.includes('youtube') ? <YoutubeTerms /> : null}
          </>
        }
        renderUpload={(slot) => <SourceUpload source={source} {...slot} />}
        onAddFunds={(suggested) => setAdding({ suggested })}
        onPosted={() => navigate(paths.hostListings())}
      />
      <AddFundsDialog
        open={adding !== null}
        onOpenChange={(open) => setAdding(open ? { suggested: undefined } : null)}
        demo={demo}
        suggested={adding?.suggested}
      />
    </>
  );
}
