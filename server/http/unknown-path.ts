import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.ts';

/**
 * Returns a URL whose path can be decoded. A path that can't, or that contains a zero byte (PostgreSQL
 * accepts none), is used literally, so that it is answered like any other unknown path.
 */
export function decodable(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    if (!decodeURI(path).includes('\0')) return url;
  } catch {
    // An error means that the path can't be decoded.
  }
  return [path.replaceAll('%', '%25'), ...query].join('?');
}

/** Logs the path without the query, which may contain a secret. */
export function logUnknownPath(request: FastifyRequest): void {
  const path = request.originalUrl.split('?')[0]!.slice(0, 300);
  request.log.info({ path }, 'no such page');
}

/** For a server without pages: unknown paths are answered in the API's form. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(async (request, reply) => {
    logUnknownPath(request);
    return sendProblem(reply, 'not_found');
  });
}
