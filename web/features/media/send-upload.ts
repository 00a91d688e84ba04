import type { DetailedError } from 'tus-js-client';
import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import { type ApiError, callOutside, refusalOf } from '#web/api/client.ts';
import { heardFromServer } from '#web/api/reach.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** A restarting server is back within seconds; an update or a tunnel may take minutes. */
const RETRY_MS = [0, 1_000, 2_000, 4_000, 8_000, ...Array<number>(120).fill(15_000)];

/** Statuses that do not concern the upload itself; after 409 the client asks how many bytes arrived. */
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
  /** Stops sending; the bytes that arrived stay on the server. */
  stop(): void;
}

interface On {
  progress: (offsetBytes: number) => void;
  /** The connection was lost, and sending is retried. */
  cut: () => void;
  /** The server has all bytes. */
  sent: () => void;
  /** Sending stopped. Except after 404, the bytes that arrived stay on the server. */
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
      // On a slow connection no other reply arrives meanwhile; the server is reachable as long as bytes
      // leave.
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
