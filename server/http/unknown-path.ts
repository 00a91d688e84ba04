import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/**
 * A path with signs that can't be decoded, or with a zero byte, which the database takes in no text: taken as it is written, so
 * that it is as unknown as any other path without an answer.
 */
export function decodable(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    if (!decodeURI(path).includes('\0')) return url;
  } catch {
    // Taken as it is written.
  }
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

/** Without what follows the question mark: it may be a secret. */
export function logUnknownPath(request: FastifyRequest): void {
  const path = request.originalUrl.split('?')[0]!.slice(0, 300);
  request.log.info({ path }, 'no such page');
}

/** Of a server without pages: what it does not have is said in the form of the API. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(async (request, reply) => {
    logUnknownPath(request);
    return sendProblem(reply, 'not_found');
  });
}
