import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Micros } from '#contract/money.ts';
import { type ConnectablePlatform, connectedBy } from '#contract/platforms/platforms.ts';
import { routes } from '#contract/routes.ts';
import { useRead } from '#web/api/query.ts';
import { useInside } from '#web/features/accounts/session.ts';
import { CodeForm } from '#web/features/connections/code-form.tsx';
import { useConnect } from '#web/features/connections/use-connect.ts';
import { useConnectReturn } from '#web/features/connections/use-connect-return.ts';
import { YoutubeTerms } from '#web/features/connections/youtube-terms.tsx';
import { AddFundsDialog } from '#web/features/deposits/add-funds-dialog.tsx';
import { CreateForm, useListingForm } from '#web/features/listings/host/create-form.tsx';
import { CreatorNote, creatorAccount } from '#web/features/listings/host/creator-note.tsx';
import { SourceUpload } from '#web/features/media/source-upload.tsx';
import { useSourceUpload } from '#web/features/media/use-source-upload.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { paths } from '../paths.ts';

export function CreatePage() {
  const { user, demo } = useInside();
  return (
    <>
      <PageHeader
        title="Create Listing"
        meaning="The whole budget is held when you post. You never pay more than that."
      />
      <NewListing userId={user.id} demo={demo} />
    </>
  );
}

function NewListing({ userId, demo }: { userId: string; demo: boolean }) {
  useConnectReturn();
  const navigate = useNavigate();
  const { connect, leavingFor } = useConnect();
  const connections = useRead(routes.listConnections, {});
  const overview = useRead(routes.hostOverview, {});
  const form = useListingForm(userId);
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
        userId={userId}
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
