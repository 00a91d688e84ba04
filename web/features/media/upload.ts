import type { MediaFile, UnusedUpload } from '#contract/media/media.ts';

export interface UploadFault {
  title: string;
  message: string;
}

/** A video during or right after its upload. */
export interface Upload {
  id: string;
  fileName: string;
  sizeBytes: number;
  /** Bytes that the server has. */
  offsetBytes: number;
  /**
   * absent: begun before this page was loaded, so the person has to choose the file again. elsewhere: another tab sends
   * it. waiting: only a few are sent at once. checking: the server has all bytes. kept: finished, and no listing uses
   * it yet.
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
  /** Speed over the last seconds; null before it is known. */
  bytesPerSecond: number | null;
  /** The connection is lost; sending is retried automatically. */
  isCut: boolean;
  /** The reason why it paused or was refused, or why the chosen file does not match. */
  fault: UploadFault | null;
  fingerprint: string | null;
  /** A source video without poster and storyboard, which this browser can make while it has the file. */
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

/** Whether leaving the page would interrupt the upload. */
export const isSending = ({ phase }: Upload): boolean => phase === 'sending' || phase === 'waiting';

/** Whether the upload is not finished. */
export const isUnderWay = (upload: Upload): boolean =>
  isSending(upload) || ['absent', 'elsewhere', 'paused', 'checking'].includes(upload.phase);

/** "61%"; never 100% while bytes are missing. */
export const percentHere = ({ offsetBytes, sizeBytes }: Pick<Upload, 'offsetBytes' | 'sizeBytes'>): string =>
  `${Math.floor((100 * offsetBytes) / sizeBytes)}%`;

/** "about 4 min left"; null without a speed. */
export function timeLeft({ sizeBytes, offsetBytes, bytesPerSecond }: Upload): string | null {
  if (!bytesPerSecond) return null;
  const seconds = (sizeBytes - offsetBytes) / bytesPerSecond;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** Adds progress to the speed over the last seconds. */
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
