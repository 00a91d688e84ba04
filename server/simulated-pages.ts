import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem } from './http/problem.ts';
import { callerBucket, withinLimit } from './http/rate-limit.ts';
import type { Api } from './http/route.ts';

/**
 * Path of the simulated platforms' pages in a demo. They are below the demo's own address, so that remote
 * visitors reach them too.
 */
export const SIMULATOR_PATH = '/simulator';

/**
 * Limit of consents, payments and commands from one network in a minute, because the simulator stores each.
 */
const SENT_PER_MINUTE = 60;

/** Answers a browser's request as the simulator. */
export type AnswerBrowser = (request: IncomingMessage, response: ServerResponse, url: string) => void;

/**
 * Forwards page requests to this process's simulator. The pages contain no scripts and forbid them. The
 * simulator's other URLs (platform APIs, control) are not reachable here.
 */
export function registerSimulatedPages(
  { server, db }: Pick<Api, 'server' | 'db'>,
  answer: AnswerBrowser,
): void {
  server.register(async (scope) => {
    // No body is parsed here, because the simulator reads it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${SIMULATOR_PATH}/*`,
      handler: async (request, reply) => {
        const bucket = `simulated pages ${callerBucket(request.ip)}`;
        if (request.method === 'POST' && !(await withinLimit(db, bucket, SENT_PER_MINUTE)))
          return sendProblem(reply.header('retry-after', '60'), 'too_many_requests');
        // These headers are only defaults: the simulator sets some of them itself, such as a stricter script
        // policy.
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value);
        reply.hijack();
        answer(request.raw, reply.raw, request.url.slice(SIMULATOR_PATH.length));
      },
    });
  });
}
