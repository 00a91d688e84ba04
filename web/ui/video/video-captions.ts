import { useEffect } from 'react';

/** The words spoken from `start` to `end`, in seconds. */
export interface VideoCue {
  start: number;
  end: number;
  text: string;
}

/** The video's caption track. It lasts as long as the video; its cues are replaced. */
function captionsOf(video: HTMLVideoElement): TextTrack {
  const made = [...video.textTracks].find(({ kind }) => kind === 'captions');
  if (made) return made;
  const track = video.addTextTrack('captions', 'Captions');
  // Hidden until the viewer turns captions on.
  track.mode = 'hidden';
  return track;
}

/** Position of captions in percent of the height: the controls of a small player cover the lowest fifth. */
const ABOVE_CONTROLS = 66;

/** Sets a video's captions. A `<track>` with an address is impossible here, because the captions are not a file. */
export function setCaptions(video: HTMLVideoElement, cues: readonly VideoCue[]): void {
  const track = captionsOf(video);
  for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
  for (const { start, end, text } of cues) {
    const cue = new VTTCue(start, end, text);
    cue.snapToLines = false;
    cue.line = ABOVE_CONTROLS;
    track.addCue(cue);
  }
}

export function useCaptions(video: { current: HTMLVideoElement | null }, cues: readonly VideoCue[]): void {
  useEffect(() => {
    // Without cues no track is added, so that no useless captions button appears.
    if (video.current && (cues.length > 0 || video.current.textTracks.length > 0))
      setCaptions(video.current, cues);
  }, [video, cues]);
}
