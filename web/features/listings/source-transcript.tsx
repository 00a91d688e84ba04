import { useId, useState } from 'react';
import { type Transcript, transcriptRoutes } from '#contract/media/transcripts.ts';
import type { SkippedCue } from '#contract/subtitles/read-subtitles.ts';
import { useAction } from '#web/api/action.ts';
import { useRead } from '#web/api/query.ts';
import { importCaptions } from '#web/nouns/import-captions.ts';
import { SkippedCaptions } from '#web/nouns/skipped-captions.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FieldError } from '#web/ui/forms/field.tsx';
import { FileInput } from '#web/ui/forms/file-input.tsx';
import { formatCount } from '#web/ui/texts/count.ts';
import type { VideoPlayerProps } from '#web/ui/video/video-controls.tsx';
import { VideoPlayer } from '#web/ui/video/video-player.tsx';

/** Plays an uploaded source with its transcript as captions. */
export function SourceFilm({ mediaId, ...player }: VideoPlayerProps & { mediaId: string }) {
  const { data } = useRead(transcriptRoutes.showTranscript, { params: { id: mediaId } });
  return <VideoPlayer {...player} captions={data?.cues} />;
}

/**
 * Shows the host the transcript of an uploaded source. The host can upload one, or read the one that this
 * server wrote.
 */
export function SourceTranscript({ mediaId }: { mediaId: string }) {
  const id = useId();
  const params = { id: mediaId };
  const [error, setError] = useState<string>();
  const [skipped, setSkipped] = useState<readonly SkippedCue[]>([]);
  const { data } = useRead(transcriptRoutes.showTranscript, { params });
  const on = {
    success: () => setError(undefined),
    error: ({ message }: { message: string }) => setError(message),
  };
  const give = useAction(transcriptRoutes.giveTranscript, on);
  const remove = useAction(transcriptRoutes.removeTranscript, on);
  if (!data) return null;
  const take = async (file: File | undefined) => {
    if (!file || give.isPending) return;
    try {
      const read = await importCaptions(file);
      setSkipped(read.skipped);
      give.mutate({ params, body: { cues: read.cues } });
    } catch (failure) {
      setSkipped([]);
      setError(failure instanceof Error ? failure.message : String(failure));
    }
  };
  return (
    <section aria-label="Transcript" className="flex flex-col items-start gap-2.5">
      <h3 className="font-semibold">Transcript</h3>
      <p role="status" className="text-muted text-sm">
        {stateText(data)}
      </p>
      <label htmlFor={id} className="font-semibold text-sm">
        {data.state === 'ready' ? 'Another file (SRT or VTT)' : 'File (SRT or VTT)'}
      </label>
      <FileInput id={id} accept=".srt,.vtt,text/vtt" onChoose={take} />
      {error ? <FieldError>{error}</FieldError> : null}
      <SkippedCaptions skipped={skipped} />
      {data.state === 'ready' ? (
        <Button
          size="sm"
          variant="quiet"
          busy={remove.isPending && 'Removing...'}
          onClick={() => {
            setSkipped([]);
            remove.mutate({ params });
          }}
        >
          Remove the transcript
        </Button>
      ) : null}
    </section>
  );
}

const SEARCHED = 'Clippers search it in the studio.';

/** Describes the state of a transcript in a sentence for the host. */
export function stateText({ state, by, share, cues }: Transcript): string {
  const lines = cues.length === 1 ? '1 line' : `${formatCount(cues.length)} lines`;
  if (state === 'ready' && by === 'host') return `Yours has ${lines}. ${SEARCHED}`;
  if (state === 'ready')
    return `This server wrote down ${lines}. ${SEARCHED} If you add a file, we use yours instead.`;
  if (state === 'preparing')
    return `Transcribing the video: ${Math.floor(100 * share)}%. If you add a file, we use yours instead.`;
  const none = state === 'failed' ? 'We could not transcribe this video.' : 'There is none yet.';
  return `${none} Give one as a file: clippers search it in the studio.`;
}
