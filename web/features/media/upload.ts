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
  /** Number of bytes that the server has received. */
  offsetBytes: number;
  /**
   * absent: the upload was started before this page was loaded, so the person has to choose the file again.
   * elsewhere: another tab sends the file. waiting: other uploads are sent first. checking: the server has
   * all bytes and checks them. kept: the upload is finished, and no listing uses the video yet.
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
  /** Speed of the last seconds; null until it is known. */
  bytesPerSecond: number | null;
  /** True if the connection is lost. Sending is retried automatically. */
  isCut: boolean;
  /** Why the upload was paused or refused, or why the chosen file is not its file. */
  fault: UploadFault | null;
  fingerprint: string | null;
  /**
   * True for a source video without poster and storyboard. This browser can make them while it has the file.
   */
  lacksPictures: boolean;
  /** The finished video; null before that. */
  media: MediaFile | null;
}

/** Returns an upload from the server's list that this page does not send. */
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

/**
 * Formats the share of the bytes that have arrived, such as "61%". It is never 100% while bytes are missing.
 */
export const percentHere = ({ offsetBytes, sizeBytes }: Pick<Upload, 'offsetBytes' | 'sizeBytes'>): string =>
  `${Math.floor((100 * offsetBytes) / sizeBytes)}%`;

/** Formats the remaining time, such as "about 4 min left"; null if the speed is unknown. */
export function timeLeft({ sizeBytes, offsetBytes, bytesPerSecond }: Upload): string | null {
  if (!bytesPerSecond) return null;
  const seconds = (sizeBytes - offsetBytes) / bytesPerSecond;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}

/** Returns a function that takes the number of sent bytes and returns the speed of the last seconds. */
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
