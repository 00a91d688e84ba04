import type { ClientRequest, IncomingMessage } from 'node:http';

export interface ReadReply {
  status: number;
  retryAfter: string | null;
  text: string;
}

/**
 * Sends a request and reads the beginning of its reply. If the body is too long, is cut off or never ends,
 * the status and headers are returned nevertheless, and the connection is closed.
 * @throws the error that prevented the headers
 */
export function readReply(
  request: ClientRequest,
  body: string | Buffer,
  maxBytes: number,
): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      // Later errors of the connection concern the body only.
      request.off('error', reject).on('error', () => undefined);
      void readBeginning(response, maxBytes).then((bytes) => {
        request.destroy();
        const { 'retry-after': retryAfter = null } = response.headers;
        resolve({ status: response.statusCode ?? 0, retryAfter, text: bytes.toString('utf8') });
      });
    });
    request.end(body);
  });
}

function readBeginning(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const end = () => resolve(Buffer.concat(chunks).subarray(0, maxBytes));
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxBytes) end();
    });
    // A body that is cut off emits "close" after its error.
    response.on('error', () => undefined);
    response.on('close', end);
    response.on('end', end);
  });
}
