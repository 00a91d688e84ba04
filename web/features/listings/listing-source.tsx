import { Download, ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import type { ListingPage } from '#contract/listings.ts';
import { sourcePlayer } from '#contract/source-player.ts';
import { PlayerFrame } from '#web/nouns/player-frame.tsx';
import { Button, buttonStyle } from '#web/ui/button.tsx';
import { fileSize, runningTime } from '#web/ui/file-facts.ts';
import { Panel } from '#web/ui/panel.tsx';

/** The source video: a player with download, or the host's link. */
export function ListingSource({ listing }: { listing: ListingPage }) {
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
      {source.kind === 'upload' ? <UploadedSource listing={listing} /> : <LinkedSource url={source.url} />}
    </Panel>
  );
}

function UploadedSource({ listing: { title, source } }: { listing: ListingPage }) {
  const fileName = source.fileName ?? 'source.mp4';
  return (
    <div className="grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] items-center gap-5 max-md:grid-cols-1">
      {/* biome-ignore lint/a11y/useMediaCaption: the host's raw material has no captions; clippers add them */}
      <video
        controls
        preload="metadata"
        src={source.url}
        aria-label={`Source of ${title}`}
        className="aspect-video w-full rounded-frame bg-black"
      />
      <div className="flex flex-col items-start gap-3">
        <h3 className="font-semibold">Watch or download it</h3>
        <p className="text-muted text-sm">
          The player loads only what you watch. The download is the file as the host uploaded it.
        </p>
        <a href={source.url} download={fileName} className={buttonStyle()}>
          <Download aria-hidden />
          Download source
        </a>
        <span className="mono max-w-full truncate text-muted" title={fileName}>
          {fileName}
        </span>
      </div>
    </div>
  );
}

function LinkedSource({ url }: { url: string }) {
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
    </div>
  );
}
