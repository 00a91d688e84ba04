import type { DetailedError } from 'tus-js-client';
import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import { type ApiError, callOutside, refusalOf } from '#web/api/client.ts';
import { heardFromServer } from '#web/api/reach.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/**
 * Milliseconds before each retry. A restarting server answers within seconds; an update or a tunnel may take
 * minutes.
 */
const RETRY_MS = [0, 1_000, 2_000, 4_000, 8_000, ...Array<number>(120).fill(15_000)];

/**
 * Statuses of failures that pass, so that sending is retried. After 409 the client asks how many bytes
 * arrived.
 */
const PASSING = new Set([0, 408, 409, 423, 429]);

/**
 * Creates an upload on the server, which reserves space for the file. No bytes are sent yet.
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
  /** Stops sending. The bytes that have arrived stay on the server. */
  stop(): void;
}

interface On {
  progress: (offsetBytes: number) => void;
  /** Called if the connection is lost. Sending is retried. */
  cut: () => void;
  /** Called if the server has received all bytes. */
  sent: () => void;
  /** Called if sending has stopped. The bytes that have arrived stay on the server, except after 404. */
  failed: (error: ApiError) => void;
}

/** Sends the missing bytes of an upload, and retries automatically when the connection is lost. */
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
      // On a slow connection no other reply arrives during an upload, but the server is reachable as long as
      // bytes are sent.
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
