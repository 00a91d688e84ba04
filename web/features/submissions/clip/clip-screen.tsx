import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { isFault } from '#web/api/client.ts';
import { polled } from '#web/api/live.ts';
import { useRead } from '#web/api/query.ts';
import { clipName } from '#web/nouns/clip-name.tsx';
import { paths } from '#web/routes/paths.ts';
import { NotLoaded, type Query } from '#web/ui/lists/query-state.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { Tabs } from '#web/ui/pages/tabs.tsx';
import { ClipPlayer } from '../player/clip-player.tsx';
import type { SendClipFile } from '../send-clip-file.ts';
import { ClipSections } from './clip-sections.tsx';
import { ClipSide } from './clip-side.tsx';
import { ClipSkeleton, clipColumns } from './clip-skeleton.tsx';
import { ReceiptFiles, ReceiptTab } from './receipt-tab.tsx';
import { WithdrawButton } from './withdraw-button.tsx';

const REFETCH_MS = 60_000;
const COMPARED_MS = 5_000;

/** Returns the polling interval, which is shorter while the clip's file is being uploaded or compared. */
const refetchMs = (clip: Clip | undefined): number =>
  clip?.match.state === 'sending' || clip?.match.state === 'waiting' ? COMPARED_MS : polled(REFETCH_MS)();

export interface ClipScreenProps {
  id: string;
  /** Renders the clip's state and what the reader can do next. */
  headline: (clip: Clip) => ReactNode;
  /** Renders the clip's holds and appeals, and the form to appeal. */
  appeals: (clip: Clip) => ReactNode;
  /** Renders what host and clipper declared, with a form to declare more where the reader may. */
  declarations: (clip: Clip) => ReactNode;
  /** Renders the declarations for the receipt. */
  declared: (clip: Clip) => ReactNode;
  messages: (clip: Clip) => ReactNode;
  /** Renders the reader's decision at the bottom of the page. */
  decision: (clip: Clip) => ReactNode;
  sendFile: SendClipFile;
}

/**
 * Shows a clip to its clipper, its host or an admin. The server decides what each of them sees and can do.
 */
export function ClipScreen(props: ClipScreenProps) {
  const { id, headline, appeals, declarations, declared, messages, decision, sendFile } = props;
  const clip = useRead(
    routes.showClip,
    { params: { id } },
    {
      refetchInterval: ({ state }) => refetchMs(state.data),
      retry: (count, failure) => isFault(failure) && count < 3,
    },
  );
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'receipt' ? 'receipt' : 'clip';
  const { data } = clip;
  if (!data) {
    return (
      <>
        <PageHeader title="Clip" meaning="From its submission to its payout." />
        {clip.isError ? <NoClip of={clip} /> : <ClipSkeleton />}
      </>
    );
  }
  return (
    <>
      <Trail clip={data} />
      <Head clip={data} id={id} tab={tab} />
      {headline(data)}
      <div className={clipColumns}>
        <aside
          aria-label="The clip"
          className="sticky top-5.5 grid gap-4 max-[62.5rem]:static max-[62.5rem]:grid-cols-[minmax(9rem,1fr)_minmax(0,3fr)] print:mb-5 print:block"
        >
          <div className="print:hidden">
            <ClipPlayer key={id} clip={{ ...data, id }} whose={`@${data.clipperUsername}`} byKey />
          </div>
          <ClipSide clip={data} full={tab === 'receipt'} />
        </aside>
        <Tabs
          label="Clip"
          value={tab}
          onChange={(next) => setParams(next === 'receipt' ? { tab: next } : {}, { replace: true })}
          className="min-w-0 print:[&>[role=tablist]]:hidden"
          tabs={[
            {
              value: 'clip',
              label: 'Clip',
              content: (
                <div className="flex min-w-0 flex-col gap-5">
                  <ClipSections
                    clip={data}
                    appeals={appeals(data)}
                    declarations={declarations(data)}
                    sendFile={sendFile}
                  >
                    {messages(data)}
                    {decision(data)}
                  </ClipSections>
                </div>
              ),
            },
            {
              value: 'receipt',
              label: 'Receipt',
              content: <ReceiptTab clip={data} declared={declared(data)} />,
            },
          ]}
        />
      </div>
    </>
  );
}

const Head = ({ clip, id, tab }: { clip: Clip; id: string; tab: 'receipt' | 'clip' }) => (
  <PageHeader
    title={tab === 'receipt' ? 'Clip receipt' : `Clip of @${clip.clipperUsername}`}
    meaning={
      <Link
        to={clip.viewer === 'admin' ? paths.adminListing(clip.listingId) : paths.listing(clip.listingId)}
        className="hover:underline"
      >
        <bdi>{clip.listingTitle}</bdi>
      </Link>
    }
    action={
      tab === 'receipt' ? (
        <ReceiptFiles id={id} />
      ) : clip.may.includes('withdraw') ? (
        <WithdrawButton clip={clip} />
      ) : null
    }
  />
);

const lists: Record<Clip['viewer'], { to: string; name: string }> = {
  clipper: { to: paths.clipperSubmissions(), name: 'My Submissions' },
  host: { to: paths.hostSubmissions(), name: 'Submissions' },
  admin: { to: paths.adminView('submissions'), name: 'Submissions' },
};

const appealList = { to: paths.adminView('appeals'), name: 'Appeals' };

function Trail({ clip }: { clip: Clip }) {
  const { to, name } = clip.may.includes('decide_appeal') ? appealList : lists[clip.viewer];
  return (
    <nav
      aria-label="Breadcrumb"
      className="-mb-3 flex min-w-0 items-center gap-1.5 text-muted text-sm print:hidden"
    >
      <Link to={to} className="shrink-0 hover:text-ink">
        {name}
      </Link>
      <ChevronRight aria-hidden className="size-3.5 shrink-0" />
      <bdi title={clipName(clip)} className="min-w-0 truncate">
        {clipName(clip)}
      </bdi>
    </nav>
  );
}

function NoClip({ of }: { of: Query<Clip> }) {
  const code = of.error && 'code' in of.error ? of.error.code : null;
  if (code !== 'not_found' && code !== 'invalid_input')
    return <NotLoaded of={of} failed="The clip did not load." />;
  return (
    <Panel flush>
      <EmptyState level={2} title="Clip not found">
        There is no clip at this address, or it is not yours to see.
      </EmptyState>
    </Panel>
  );
}
