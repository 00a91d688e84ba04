/** Returns the start of the frame nearest to `seconds`, because sources are only cut between frames. */
export const onFrame = (seconds: number, fps: number): number => Math.round(Math.max(0, seconds) * fps) / fps;

/** Formats a time as hours, minutes, seconds and frame: "03:41:12:08". */
export function timecode(seconds: number, fps: number): string {
  const frames = Math.round(Math.max(0, seconds) * fps);
  const perSecond = Math.max(1, Math.round(fps));
  const whole = Math.floor(frames / perSecond);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frames % perSecond]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Formats a time in a clip as minutes and seconds: "00:37.4". */
export function clipTime(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${String(minutes).padStart(2, '0')}:${(rest / 10).toFixed(1).padStart(4, '0')}`;
}
