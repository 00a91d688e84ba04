import { Download, ExternalLink, Link2, Play, Scissors } from 'lucide-react';
import { type RefObject, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { ListingPage } from '#contract/listings/listings.ts';
import { mediaRoutes } from '#contract/media/media.ts';
import { sourcePlayer } from '#contract/media/source-player.ts';
import { asApiError, call } from '#web/api/client.ts';
import { ClipPoster } from '#web/nouns/clip-poster.tsx';
import { PlayerFrame } from '#web/nouns/player-frame.tsx';
import { StoryboardTile } from '#web/nouns/storyboard-tile.tsx';
import { paths } from '#web/routes/paths.ts';
import { Button, buttonStyle } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { lazyPart } from '#web/ui/pages/lazy-part.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { OptionalPart } from '#web/ui/pages/optional-part.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { copyText } from '#web/ui/texts/copy-text.ts';
import { fileSize, runningTime } from '#web/ui/texts/file-facts.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { canCut, isStudioReady, type Viewer } from './listing-offer.tsx';
import { useQuality } from './source-quality.ts';

const SourceFilm = lazyPart(async () => (await import('./source-transcript.tsx')).SourceFilm);
const SourcePins = lazyPart(async () => (await import('./source-pins.tsx')).SourcePins);
const SourceTranscript = lazyPart(async () => (await import('./source-transcript.tsx')).SourceTranscript);
const SourceChat = lazyPart(async () => (await import('./source-chat.tsx')).SourceChat);
const QualityChoice = lazyPart(async () => (await import('./quality-choice.tsx')).QualityChoice);

/** Shows the source: a player with a download for an uploaded video, or the host's link. */
export function ListingSource({ listing, viewer }: { listing: ListingPage; viewer: Viewer }) {
  const { source } = listing;
  const facts = [
    source.durationMs === null ? null : runningTime(source.durationMs),
    source.sizeBytes === null ? null : fileSize(source.sizeBytes),
  ].filter(Boolean);
  return (
    <Panel
      title="Source video"
      action={facts.length > 0 ? <span className="mono text-muted">{facts.join(' · ')}</span> : null}
    >
      {source.kind === 'upload' ? (
        <UploadedSource listing={listing} viewer={viewer} />
      ) : (
        <LinkedSource listing={listing} />
      )}
      {canCut(listing, viewer) && !isStudioReady(listing, viewer) ? (
        <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2.5 border-line border-t pt-4">
          <Link reloadDocument to={paths.clipperStudio(listing.id)} className={buttonStyle()}>
            <Scissors aria-hidden />
            Cut a clip
          </Link>
          <p className="text-muted text-sm">
            Cut, frame and caption it in the browser.
            {source.kind === 'link' ? ' Choose the file that you downloaded.' : null}
          </p>
        </div>
      ) : null}
    </Panel>
  );
}

const UploadedSource = ({ listing, viewer }: { listing: ListingPage; viewer: Viewer }) =>
  listing.source.mayWatch ? (
    <Watchable listing={listing} />
  ) : (
    <Unwatchable listing={listing} visitor={viewer === null} />
  );

/** Shown instead of an uploaded source to somebody who may not watch it. */
function Unwatchable({ listing, visitor }: { listing: ListingPage; visitor: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <ClipPoster wide small id={listing.id} src={listing.source.posterUrl} className="w-42 max-md:w-28" />
      <span className="flex min-w-0 flex-col items-start gap-2.5">
        <span className="text-muted">
          {visitor
            ? 'Sign in as a clipper to watch and download the source video.'
            : 'Only clippers whose clips the host accepts can watch and download the source video.'}
        </span>
        {visitor ? (
          <Link
            to={paths.auth({ mode: 'login', next: paths.listing(listing.id) })}
            className={buttonStyle({ size: 'sm' })}
          >
            Sign in to watch
          </Link>
        ) : null}
      </span>
      <Storyboard source={listing.source} />
      <Pins listing={listing} className="w-full" />
    </div>
  );
}

const SHOWN_TILES = 8;

/** Shows pictures of the video from its beginning to its end. */
function Storyboard({ source: { storyboard, durationMs } }: Pick<ListingPage, 'source'>) {
  if (!storyboard || !durationMs || storyboard.tiles < SHOWN_TILES) return null;
  return (
    <ol aria-label="What the video shows" className="grid w-full grid-cols-8 gap-1.5 max-md:grid-cols-4">
      {Array.from({ length: SHOWN_TILES }, (_, place) => {
        const tile = Math.floor(((place + 0.5) * storyboard.tiles) / SHOWN_TILES);
        return (
          <li key={tile} className="mono text-muted text-xs">
            <StoryboardTile storyboard={storyboard} tile={tile} className="mb-1 w-full rounded-frame" />
            {runningTime((tile * durationMs) / storyboard.tiles)}
          </li>
        );
      })}
    </ol>
  );
}

interface PinsProps {
  listing: ListingPage;
  video?: RefObject<HTMLVideoElement | null>;
  className?: string;
}

/**
 * Lists the moments that the host points out. Renders nothing if there are none and the viewer can't add one.
 */
function Pins({ listing, video, className }: PinsProps) {
  const canPin = listing.isOwn && (listing.state === 'active' || listing.state === 'paused');
  if (listing.source.pins.length === 0 && !canPin) return null;
  return (
    <div className={className}>
      <OptionalPart>
        <SourcePins listing={listing} video={video ?? null} canPin={canPin} />
      </OptionalPart>
    </div>
  );
}

function Watchable({ listing }: { listing: ListingPage }) {
  const { title, source, isOwn } = listing;
  const fileName = source.fileName ?? 'source.mp4';
  const mediaId = source.url.split('/').at(-1)!;
  const { video, quality, canChoose, choose, src } = useQuality(source);
  const unknown = source.unplayable.join(' and ');
  const playable = unknown === '' || quality === 'light';
  return (
    <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] items-center gap-5 max-lg:grid-cols-1">
      {!playable ? (
        <Note tone="warning" title="For download only.">
          Browsers can’t play {unknown}. Editing programs can.
        </Note>
      ) : (
        <div className="aspect-video w-full rounded-frame bg-black">
          <Suspense fallback={null}>
            <SourceFilm
              ref={video}
              mediaId={mediaId}
              src={src}
              label={`Source of ${title}`}
              thumbnails={source.storyboard?.url}
              poster={source.posterUrl}
            />
          </Suspense>
        </div>
      )}
      <div className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">{playable ? 'Watch or download it' : 'Download it'}</h3>
        {canChoose && quality ? (
          <OptionalPart>
            <QualityChoice quality={quality} choose={choose} />
          </OptionalPart>
        ) : null}
        {unknown && playable ? (
          <p className="text-muted text-sm">Browsers can’t play {unknown}, so a light copy plays here.</p>
        ) : null}
        {isOwn && source.light?.url === null ? (
          <p className="text-muted text-sm">
            A light copy for slow connections is being made: {Math.floor(100 * source.light.share)}%.
          </p>
        ) : null}
        <p className="text-muted text-sm">
          The download is the file as {isOwn ? 'you' : 'the host'} uploaded it.
        </p>
        <a href={source.url} download={fileName} className={buttonStyle()}>
          <Download aria-hidden />
          Download source
        </a>
        <CopyLink mediaId={mediaId} />
        <span className="mono max-w-full truncate text-muted" title={fileName}>
          {fileName}
        </span>
      </div>
      <Pins listing={listing} {...(playable && { video })} className="col-span-full" />
      {isOwn ? (
        <div className="col-span-full">
          <OptionalPart>
            <div className="grid gap-5 md:grid-cols-2">
              <SourceTranscript mediaId={mediaId} />
              <SourceChat mediaId={mediaId} durationMs={source.durationMs} />
            </div>
          </OptionalPart>
        </div>
      ) : null}
    </div>
  );
}

/**
 * A button that shows a link to the video for download managers. The link needs no session, because they have
 * none.
 */
function CopyLink({ mediaId }: { mediaId: string }) {
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    const made = call(mediaRoutes.linkSource, { params: { id: mediaId } }).then(
      ({ url }) => new URL(url, location.href).href,
    );
    try {
      if (await copyText(made)) toast.success('Link copied', LINK_FACTS);
      else setShown(await made);
    } catch (error) {
      const { title, message } = asApiError(error);
      toast.error(title, message);
    }
  };
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => void copy()}>
        <Link2 aria-hidden />
        Copy download link (valid 24 hours)
      </Button>
      {shown ? (
        <Field label="Download link" hint={LINK_FACTS} className="self-stretch">
          <TextInput readOnly autoFocus value={shown} onFocus={(event) => event.target.select()} />
        </Field>
      ) : null}
    </>
  );
}

const LINK_FACTS = 'It works without signing in, for 24 hours.';

function LinkedSource({ listing }: { listing: ListingPage }) {
  const { url } = listing.source;
  const [src, setSrc] = useState<string | null>(null);
  const host = URL.canParse(url) ? new URL(url).hostname : url;
  const player = sourcePlayer(url, '');
  const watch = () => setSrc(sourcePlayer(url, location.hostname)?.src ?? null);
  return (
    <div className="flex flex-col gap-4">
      {src ? <PlayerFrame wide src={src} title={`${player?.name} player: the source video`} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-120 text-muted">
          The host keeps the source at <b className="font-semibold text-ink">{host}</b>. It opens in a new
          tab; that site is not ours.
        </p>
        <span className="flex flex-wrap gap-2">
          {player && !src ? (
            <Button onClick={watch}>
              <Play aria-hidden />
              Play it here on {player.name}
            </Button>
          ) : null}
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={buttonStyle()}>
            <ExternalLink aria-hidden />
            Open the source
          </a>
        </span>
      </div>
      <Pins listing={listing} />
    </div>
  );
}
