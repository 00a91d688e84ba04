import type { DetailedError } from 'tus-js-client';
import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import { UPLOADS_PATH } from '#contract/media.ts';
import { type ApiError, callOutside, refusalOf } from '#web/api/client.ts';
import { heardFromServer } from '#web/api/reach.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** A server that restarts is back within seconds; one that is updated, or a tunnel, may take minutes. */
const RETRY_MS = [0, 1_000, 2_000, 4_000, 8_000, ...Array<number>(120).fill(15_000)];

/** Statuses that say nothing of the upload itself; on 409 the bytes that arrived meanwhile are asked for. */
const PASSING = new Set([0, 408, 409, 423, 429]);

/**
 * Reserves space for a file; its bytes follow.
 * @throws ApiError
 */
export async function createUpload(file: File, fingerprint: string | null): Promise<string> {
  const metadata = { filename: file.name, filetype: file.type, ...(fingerprint && { fingerprint }) };
  const response = await callOutside(UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...TUS,
      'upload-length': String(file.size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  });
  return response.headers.get('location')!.split('/').at(-1)!;
}

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export interface Sending {
  /** Stops sending; what arrived stays. */
  stop(): void;
}

interface On {
  progress: (offsetBytes: number) => void;
  /** The line was cut, and is tried again. */
  cut: () => void;
  /** All bytes are with the server. */
  sent: () => void;
  /** It stopped; what arrived stays, but for 404. */
  failed: (error: ApiError) => void;
}

/** Sends what is missing of an upload, and tries again by itself after a cut. */
export async function sendUpload(id: string, file: File, on: On): Promise<Sending> {
  const { Upload } = await import('tus-js-client');
  const upload = new Upload(file, {
    uploadUrl: `${UPLOADS_PATH}/${id}`,
    chunkSize: UPLOAD_PIECE_BYTES,
    retryDelays: RETRY_MS,
    storeFingerprintForResuming: false,
    onShouldRetry: (error) => {
      const again = mayPass(readError(error));
      if (again) on.cut();
      return again;
    },
    onProgress: (offsetBytes) => {
      // On a slow line no other answer gets through meanwhile; the server is there as long as bytes leave.
      heardFromServer();
      on.progress(offsetBytes);
    },
    onSuccess: on.sent,
    onError: (error) => on.failed(readError(error)),
  });
  upload.start();
  return { stop: () => void upload.abort() };
}

function readError(error: DetailedError | Error): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  return refusalOf(response?.getStatus() ?? 0, response?.getBody() ?? '');
}

const mayPass = ({ code, problem: { status } }: ApiError): boolean =>
  code !== 'upload_superseded' && (PASSING.has(status) || (status >= 500 && status !== 507));
