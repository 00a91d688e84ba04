import { useEffect } from 'react';

/** What is said from `start` to `end`, in seconds. */
export interface VideoCue {
  start: number;
  end: number;
  text: string;
}

/** A track of the video, which stays for as long as it does; its lines are replaced. */
function captionsOf(video: HTMLVideoElement): TextTrack {
  const made = [...video.textTracks].find(({ kind }) => kind === 'captions');
  if (made) return made;
  const track = video.addTextTrack('captions', 'Captions');
  // Shown when they are asked for.
  track.mode = 'hidden';
  return track;
}

/** Where lines begin, in hundredths of the height: the controls of a small player cover its lowest fifth. */
const ABOVE_CONTROLS = 66;

/** Gives a video these captions. A page can't add a track by its address here: what is said is no file. */
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
    // A track that nobody needs is not added, so that no button leads to nothing.
    if (video.current && (cues.length > 0 || video.current.textTracks.length > 0))
      setCaptions(video.current, cues);
  }, [video, cues]);
}
