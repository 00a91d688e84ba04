import { useCallback, useRef, useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { refusalOfVideo } from '#web/nouns/video-refusal.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Note } from '#web/ui/pages/note.tsx';
import { Panel } from '#web/ui/pages/panel.tsx';
import { runningTime } from '#web/ui/texts/file-facts.ts';
import { VideoPlayer } from '#web/ui/video/video-player.tsx';
import { ClipFileInput } from '../clip-file-input.tsx';
import { type SendClipFile, useSendClipFile } from '../send-clip-file.ts';

/** Describes the result of the comparison, as this reader may act on it. */
function sentence(state: Clip['match']['state'], viewer: Clip['viewer'], canSend: boolean): string {
  const source = viewer === 'host' ? 'your source' : "the host's source";
  return {
    no_file: canSend
      ? `Attach the clip file to show which part of ${source} it uses.`
      : `Without the clip file we can't tell which part of ${source} it shows.`,
    sending: "The clip's file is being uploaded and checked. It is compared after that.",
    refused: "The clip's file was refused.",
    waiting: `The clip's file is being compared with ${source}.`,
    matched: `Nearly all of the clip's sound comes from ${source}.`,
    partly: `Some of the clip's sound comes from ${source}.`,
    nothing_found: `We couldn't match this clip's audio to ${source}. It may have new music${viewer === 'clipper' ? '.' : ' - please check.'}`,
    no_sound: `The clip's file has no sound, so it could not be compared with ${source}.`,
    too_little_sound: `There is too little sound in the clip’s file or in ${source} to compare them, so it is not known what the clip shows.`,
    no_source: 'Not compared: the source is a link, or has no sound that can be read here.',
    unreadable:
      "The sound of the clip's file can't be read here. A file with AAC sound, as the studio exports it, can.",
  }[state];
}

/** Shows which seconds of the source a clip shows, with players for both side by side. */
export function ClipSource({ clip, sendFile }: { clip: Clip; sendFile?: SendClipFile | undefined }) {
  const { match, status, viewer } = clip;
  const isMissing = ['no_file', 'refused', 'unreadable'].includes(match.state);
  const canSend = viewer === 'clipper' && status === 'pending' && sendFile !== undefined;
  return (
    <Panel title="Compared with the source">
      <div className="flex flex-col gap-3 text-sm">
        <p>{sentence(match.state, viewer, canSend)}</p>
        {match.lengthDiffers ? (
          <p className="text-amber">The file is not as long as the post, so it may be another video.</p>
        ) : null}
        {match.sameEdit ? (
          <p className="text-amber">
            @{match.sameEdit.username} sent the same cuts of the same seconds for this listing.
          </p>
        ) : null}
        {match.state === 'refused' && viewer === 'clipper' ? (
          <Note tone="error" title={`${refusalOfVideo(match).title}.`}>
            {refusalOfVideo(match).message}
          </Note>
        ) : null}
        {isMissing && canSend ? <SendFile submissionId={clip.submissionId} send={sendFile} /> : null}
        {match.fileUrl && viewer !== 'clipper' ? <Players match={match} /> : null}
      </div>
    </Panel>
  );
}

function SendFile({ submissionId, send }: { submissionId: string; send: SendClipFile }) {
  const sending = useSendClipFile(send);
  return (
    <ClipFileInput
      busy={sending.isPending && 'Sending...'}
      onChoose={(file) => sending.mutate({ submissionId, file })}
    >
      Attach the clip file
    </ClipFileInput>
  );
}

const span = (fromMs: number, toMs: number) => `${runningTime(fromMs)} to ${runningTime(toMs)}`;

function Players({ match: { fileUrl, sourceUrl, segments } }: Pick<Clip, 'match'>) {
  const file = useRef<HTMLVideoElement>(null);
  // True once the player exists, because its code loads after the page.
  const [isThere, setThere] = useState(false);
  const take = useCallback((video: HTMLVideoElement | null) => {
    file.current = video;
    setThere(video !== null);
  }, []);
  const source = useRef<HTMLVideoElement>(null);
  const show = (clipFromMs: number, sourceFromMs: number) => {
    if (file.current) file.current.currentTime = clipFromMs / 1000;
    if (source.current) source.current.currentTime = sourceFromMs / 1000;
    // Playing fails if the player is paused at once or the file no longer exists. The player itself shows
    // that.
    file.current?.play().catch(() => undefined);
  };
  const first = segments[0]?.sourceFromMs ?? 0;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <VideoPlayer ref={take} src={fileUrl ?? undefined} label="The clip's file" />
        {sourceUrl ? (
          <VideoPlayer
            ref={source}
            src={`${sourceUrl}#t=${first / 1000}`}
            label="The source at the clip's second"
          />
        ) : null}
      </div>
      <ul className="flex flex-col gap-1.5">
        {segments.map(({ clipFromMs, clipToMs, sourceFromMs, sourceToMs }) => (
          <li key={clipFromMs} className="flex flex-wrap items-center gap-2.5">
            <Button size="sm" disabled={!isThere} onClick={() => show(clipFromMs, sourceFromMs)}>
              Show both
            </Button>
            <span>
              {span(clipFromMs, clipToMs)} of the clip is {span(sourceFromMs, sourceToMs)} of the source
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
