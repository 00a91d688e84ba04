import type { MediaFile, UnusedUpload } from '#contract/media.ts';

export interface UploadFault {
  title: string;
  message: string;
}

/** A video on its way, or one that just arrived. */
export interface Upload {
  id: string;
  fileName: string;
  sizeBytes: number;
  /** So many bytes are with the server. */
  offsetBytes: number;
  /**
   * absent: begun before this page was loaded, so the browser has to be given the file again. elsewhere: another tab sends it. waiting: for a turn, since a few
   * are sent at once. checking: all bytes are with the server. kept: finished, and waits for a listing.
   */
  phase:
    | 'absent'
    | 'elsewhere'
    | 'waiting'
    | 'sending'
    | 'paused'
    | 'checking'
    | 'ready'
    | 'kept'
    | 'refused';
  /** Over the last seconds; null before there is a figure. */
  bytesPerSecond: number | null;
  /** The line is cut; it is tried again by itself. */
  isCut: boolean;
  /** Why it paused, was refused, or the chosen file is not the one. */
  fault: UploadFault | null;
  fingerprint: string | null;
  /** A source video of which this browser can make poster and storyboard while it has the file. */
  lacksPictures: boolean;
  /** The finished video. */
  media: MediaFile | null;
}

/** An upload that this page doesn't send. */
export const uploadOf = (row: UnusedUpload): Upload => ({
  id: row.id,
  fileName: row.fileName,
  sizeBytes: row.sizeBytes,
  offsetBytes: row.offsetBytes,
  phase: row.state === 'checking' ? 'checking' : row.state === 'ready' ? 'kept' : 'absent',
  bytesPerSecond: null,
  isCut: false,
  fault: null,
  fingerprint: row.fingerprint,
  lacksPictures: row.lacksPictures,
  media: row.state === 'ready' ? row : null,
});

/** Whether leaving the page would interrupt it. */
export const isSending = ({ phase }: Upload): boolean => phase === 'sending' || phase === 'waiting';

/** Whether it is still to become a video. */
export const isUnderWay = (upload: Upload): boolean =>
  isSending(upload) || ['absent', 'elsewhere', 'paused', 'checking'].includes(upload.phase);

/** "61%"; never 100% while something is missing. */
export const percentHere = ({ offsetBytes, sizeBytes }: Pick<Upload, 'offsetBytes' | 'sizeBytes'>): string =>
  `${Math.floor((100 * offsetBytes) / sizeBytes)}%`;

/** "about 4 min left"; null without a rate. */
export function timeLeft({ sizeBytes, offsetBytes, bytesPerSecond }: Upload): string | null {
  if (!bytesPerSecond) return null;
  const seconds = (sizeBytes - offsetBytes) / bytesPerSecond;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** Adds progress to the rate of the last seconds. */
export function createRate(now: () => number = () => performance.now()) {
  const samples: { at: number; bytes: number }[] = [];
  return (bytes: number): number | null => {
    const at = now();
    samples.push({ at, bytes });
    while (samples.length > 2 && at - samples[0]!.at > RATE_MS) samples.shift();
    const first = samples[0]!;
    return at - first.at < 500 ? null : Math.max(0, ((bytes - first.bytes) * 1000) / (at - first.at));
  };
}

const RATE_MS = 8_000;
