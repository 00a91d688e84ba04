import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { Access } from '#contract/wire/route.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import { type Actor, isShared, refuseAccess } from './actor.ts';
import { sendProblem, sendRefusal } from './problem.ts';
import { withinLimit } from './rate-limit.ts';
import type { Api } from './route.ts';

interface PictureRoute {
  url: string;
  access: Access;
  maxBytes: number;
  tooLarge: ErrorCode;
  /** Name of the rate limit for each person's uploads. */
  name: string;
  perMinute: number;
  /**
   * Whether the picture changes the account's appearance. If so, the upload is refused when strangers share
   * the account.
   */
  changesAccount?: boolean;
  take(sent: Buffer, actor: Actor, request: FastifyRequest): Promise<Outcome<object>>;
}

/**
 * Registers the PUT of a picture. Its body is the raw bytes of a JPG or PNG, so it is not in the route table,
 * whose bodies are JSON.
 */
export function registerPictureRoute(api: Api, route: PictureRoute): void {
  api.server.register(async (scope) => mount(scope, api, route));
}

function mount(scope: FastifyInstance, api: Api, route: PictureRoute): void {
  const { url, maxBytes } = route;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  );
  const toAll = scope.errorHandler;
  scope.setErrorHandler((error, request, reply) => {
    const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    return tooLarge ? sendProblem(reply, route.tooLarge) : toAll(error as never, request, reply);
  });
  scope.route({
    method: 'PUT',
    url,
    bodyLimit: maxBytes,
    // Access is checked before a byte is read, so that nobody without a session can fill our memory.
    onRequest: async (request, reply) => {
      request.actor = await api.readActor(request);
      const refused = refuseAccess(route.access, request.actor);
      if (refused) return sendProblem(reply, refused);
      if (route.changesAccount && isShared(api, request.actor))
        return sendProblem(reply, 'demo_account_fixed');
      if (!(await withinLimit(api.db, `${route.name} ${request.actor!.userId}`, route.perMinute))) {
        return sendProblem(reply.header('retry-after', '60'), 'too_many_requests');
      }
    },
    handler: async (request, reply) => {
      const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const taken = await route.take(sent, request.actor!, request);
      return isRefusal(taken) ? sendRefusal(reply, taken) : taken;
    },
  });
}
