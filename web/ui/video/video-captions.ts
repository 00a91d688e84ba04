import { useEffect } from 'react';

/** Words that are spoken from second `start` to second `end`. */
export interface VideoCue {
  start: number;
  end: number;
  text: string;
}

/** Returns the video's caption track. It is created once per video, and its cues are replaced. */
function captionsOf(video: HTMLVideoElement): TextTrack {
  const made = [...video.textTracks].find(({ kind }) => kind === 'captions');
  if (made) return made;
  const track = video.addTextTrack('captions', 'Captions');
  // The captions are hidden until the viewer turns them on.
  track.mode = 'hidden';
  return track;
}

/**
 * Vertical position of captions in percent. The controls of a small player cover the lowest fifth of the
 * picture.
 */
const ABOVE_CONTROLS = 66;

/**
 * Sets the captions of a video. A `<track>` element needs the address of a file, and these captions are not a
 * file.
 */
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
    // A video without cues gets no track, because the player would show a useless captions button.
    if (video.current && (cues.length > 0 || video.current.textTracks.length > 0))
      setCaptions(video.current, cues);
  }, [video, cues]);
}
