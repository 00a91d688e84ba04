import { transcriptRoutes } from '#contract/transcripts.ts';
import { useRead } from '#web/api/query.ts';
import type { VideoPlayerProps } from '#web/ui/video-controls.tsx';
import { VideoPlayer } from '#web/ui/video-player.tsx';

/** An uploaded source with what is said in it as captions, where its host gave that or the server wrote it down. */
export function SourceFilm({ mediaId, ...player }: VideoPlayerProps & { mediaId: string }) {
  const { data } = useRead(transcriptRoutes.showTranscript, { params: { id: mediaId } });
  return <VideoPlayer {...player} captions={data?.cues} />;
}
