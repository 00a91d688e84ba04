import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendProblem } from './http/problem.ts';
import { callerBucket, withinLimit } from './http/rate-limit.ts';
import type { Api } from './http/route.ts';

/** Where a demo shows the pages of the simulated platforms: below its own address, so that visitors from elsewhere reach them too. */
export const SIMULATOR_PATH = '/simulator';

/** Consents, payments and commands from one network in a minute: each is kept. */
const SENT_PER_MINUTE = 60;

/** Answers in the simulator's place. */
export type AnswerBrowser = (request: IncomingMessage, response: ServerResponse, url: string) => void;

/**
 * Passes requests for pages on to the simulator of this process. The pages hold no scripts and forbid all; of the simulator's
 * other addresses (the platforms' APIs, its control) none is found here.
 */
export function registerSimulatedPages(
  { server, db }: Pick<Api, 'server' | 'db'>,
  answer: AnswerBrowser,
): void {
  server.register(async (scope) => {
    // The simulator reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST'],
      url: `${SIMULATOR_PATH}/*`,
      handler: async (request, reply) => {
        const bucket = `simulated pages ${callerBucket(request.ip)}`;
        if (request.method === 'POST' && !(await withinLimit(db, bucket, SENT_PER_MINUTE)))
          return sendProblem(reply.header('retry-after', '60'), 'too_many_requests');
        // What the simulator says itself (its stricter policy for scripts) replaces these.
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value);
        reply.hijack();
        answer(request.raw, reply.raw, request.url.slice(SIMULATOR_PATH.length));
      },
    });
  });
}
