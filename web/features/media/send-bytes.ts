import { type MediaFile, mediaFile } from '#contract/media.ts';
import { type Problem, problemSchema } from '#contract/problem.ts';
import { ApiError } from '#web/api/client.ts';

const lost: Problem = {
  type: 'about:blank',
  code: 'offline',
  status: 0,
  title: 'Upload interrupted',
  detail: 'The connection was lost before the whole file arrived. Send it again when you are back online.',
};

/**
 * Sends a file's bytes to an announced upload. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws ApiError with the server's refusal, code "offline" when no answer came, or AbortError
 */
export function sendBytes(
  id: string,
  file: File,
  on: { progress: (sentBytes: number) => void; signal: AbortSignal },
): Promise<MediaFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', `/api/media/${encodeURIComponent(id)}/content`);
    request.setRequestHeader('content-type', 'video/mp4');
    request.upload.addEventListener('progress', (event) => on.progress(event.loaded));
    request.addEventListener('error', () => reject(new ApiError(lost)));
    request.addEventListener('abort', () => reject(new DOMException('canceled', 'AbortError')));
    request.addEventListener('load', () => {
      const json = parse(request.responseText);
      const done = request.status < 300 ? mediaFile.safeParse(json) : null;
      if (done?.success) return resolve(done.data);
      const problem = problemSchema.safeParse(json);
      reject(new ApiError(problem.success ? problem.data : { ...lost, status: request.status }));
    });
    on.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
