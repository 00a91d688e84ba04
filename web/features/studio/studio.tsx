import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListingPage } from '#contract/listings/listings.ts';
import { routes } from '#contract/routes.ts';
import { studioRoutes } from '#contract/studio.ts';
import { isFault } from '#web/api/client.ts';
import { useRead } from '#web/api/query.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { NotLoaded } from '#web/ui/lists/query-state.tsx';
import { ErrorState } from '#web/ui/pages/error-state.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Spinner } from '#web/ui/pages/skeleton.tsx';
import { type OpenedSource, openSource, type SourceOrigin } from './open-source.ts';
import { PlainStudio } from './plain-studio.tsx';
import { missingParts, refusedParts } from './support.ts';
import { type KeptProject, Workspace } from './workspace.tsx';

/** Shows the studio of a listing, which is a page without the usual layout. */
export function Studio({ listingId, clipperId }: { listingId: string; clipperId: string }) {
  const found = useRead(
    routes.showListing,
    { params: { id: listingId } },
    { retry: (count, failure) => isFault(failure) && count < 3, staleTime: Number.POSITIVE_INFINITY },
  );
  const kept = useRead(
    studioRoutes.showStudioProject,
    { params: { id: listingId } },
    // The project is only read once, because from then on this page has the newest version.
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  const missing = useMissing();
  const { data: listing, error } = found;
  if (!listing) {
    if (!error) return <Spinner label="Opening the studio" />;
    return (
      <PlainStudio title="Clip Studio">
        <NotLoaded of={found} failed="The listing did not load." />
      </PlainStudio>
    );
  }
  if (listing.source.kind === 'upload' && !listing.source.mayWatch) {
    return (
      <PlainStudio listing={listing}>
        <Note tone="warning" title="You can't watch this source.">
          Only clippers whose clips the host accepts can cut it.
        </Note>
      </PlainStudio>
    );
  }
  if (missing.length > 0) return <Unsupported listing={listing} missing={missing} />;
  if (kept.data) return <ReadableProject listing={listing} kept={kept.data} clipperId={clipperId} />;
  if (!kept.error) return <Spinner label="Opening the studio" />;
  return (
    <PlainStudio listing={listing}>
      <NotLoaded of={kept} failed="What you cut here before did not load." />
    </PlainStudio>
  );
}

function useMissing(): string[] {
  const [missing, setMissing] = useState(missingParts);
  const isWhole = missing.length === 0;
  useEffect(() => {
    if (isWhole) void refusedParts().then((refused) => refused.length > 0 && setMissing(refused));
  }, [isWhole]);
  return missing;
}

function Unsupported({ listing, missing }: { listing: ListingPage; missing: string[] }) {
  return (
    <PlainStudio listing={listing}>
      <Note
        tone="warning"
        title="This browser can't cut videos."
        action={<SourceDownload listing={listing} />}
      >
        It lacks {missing.join(', ')}. A current Chrome, Edge, Firefox or Safari has all of it. Or download
        the source and cut it with another app.
      </Note>
    </PlainStudio>
  );
}

/** Offers the source as a file to download, or shows the host's link. */
function SourceDownload({ listing: { source } }: { listing: ListingPage }) {
  const own = source.kind === 'upload';
  return (
    <a
      href={source.url}
      className={buttonStyle({ size: 'sm' })}
      {...(own
        ? { download: source.fileName ?? 'source.mp4' }
        : { target: '_blank', rel: 'noopener noreferrer nofollow' })}
    >
      <Download aria-hidden />
      {own ? 'Download source' : 'Open the source'}
    </a>
  );
}

interface Project {
  listing: ListingPage;
  kept: KeptProject;
  clipperId: string;
}

/**
 * Shows the studio. If this version can't read the saved project, the project is only overwritten if the
 * person agrees.
 */
export function ReadableProject(of: Project) {
  const { listing, kept } = of;
  const [isAnew, setAnew] = useState(false);
  if (kept.version === 0 || kept.project || isAnew) return <SourceGate {...of} />;
  return (
    <PlainStudio listing={listing}>
      <Note
        tone="warning"
        title="We can’t read your earlier cuts here."
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => location.reload()}>
              Reload the page
            </Button>
            <Button size="sm" onClick={() => setAnew(true)}>
              Start over
            </Button>
          </span>
        }
      >
        It was saved by another version of Permille. Reload the page first. If you start over, your first
        change replaces it.
      </Note>
    </PlainStudio>
  );
}

/** Opens the source, then shows the tools. If it can't be opened, shows why. */
function SourceGate({ listing, ...project }: Project) {
  const [origin, setOrigin] = useState<SourceOrigin | null>(
    listing.source.kind === 'upload' ? { url: listing.source.url } : null,
  );
  const [opened, setOpened] = useState<{ of: SourceOrigin; source?: OpenedSource; error?: unknown }>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try opens the same source again
  useEffect(() => {
    if (!origin) return;
    let gone = false;
    let mine: OpenedSource | undefined;
    openSource(origin).then(
      (source) => {
        mine = source;
        if (gone) source.input.dispose();
        else setOpened({ of: origin, source });
      },
      (error: unknown) => {
        if (!gone) setOpened({ of: origin, error });
      },
    );
    return () => {
      gone = true;
      mine?.input.dispose();
    };
  }, [origin, tries]);

  if (!origin) return <ChooseSource listing={listing} onChosen={(file) => setOrigin({ file })} />;
  if (opened?.of !== origin) return <Spinner label="Reading the source" />;
  if (opened.source) return <Workspace listing={listing} source={opened.source} {...project} />;
  const reason = opened.error instanceof Error ? opened.error.message : String(opened.error);
  return (
    <PlainStudio listing={listing}>
      <ErrorState
        title="The source can't be opened here."
        onRetry={() => {
          setOpened(undefined);
          setTries(tries + 1);
        }}
      >
        {reason} Download it and cut it with another app, or try again.
      </ErrorState>
      <SourceDownload listing={listing} />
      <LocalFile onChosen={(file) => setOrigin({ file })} />
    </PlainStudio>
  );
}

function ChooseSource({ listing, onChosen }: { listing: ListingPage; onChosen: (file: File) => void }) {
  return (
    <PlainStudio listing={listing}>
      <Note title="The host keeps this source elsewhere." action={<SourceDownload listing={listing} />}>
        Download it from there, then choose the file here. It stays on your device.
      </Note>
      <LocalFile onChosen={onChosen} />
    </PlainStudio>
  );
}

function LocalFile({ onChosen }: { onChosen: (file: File) => void }) {
  return (
    <label className="flex flex-col gap-1.5 font-semibold text-sm">
      Video file on this device
      <input
        type="file"
        accept="video/*,.mkv"
        className="text-muted file:mr-3 file:rounded-control file:border file:border-button-line file:bg-transparent file:px-3 file:py-1.5 file:font-semibold file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChosen(file);
        }}
      />
    </label>
  );
}
