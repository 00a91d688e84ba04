import type { FastifyInstance } from 'fastify';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { routes } from '#contract/routes.ts';
import { refuseAccess } from '#server/http/actor.ts';
import { sendProblem, sendRefusal } from '#server/http/problem.ts';
import { withinLimit } from '#server/http/rate-limit.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import type { KeepPhoto } from '#server/modules/media/media.ts';
import { changePhoto, removePhoto } from './change-photo.ts';

const PHOTOS_PER_MINUTE = 10;

export function photoRoutes(api: Api, keepPhoto: KeepPhoto): void {
  implement(api, routes.removePhoto, async ({ actor, now }) => {
    await removePhoto(api.db, actor, now);
    return {};
  });
  api.server.register(async (scope) => uploadRoute(scope, api, keepPhoto));
}

/** PUT /api/profiles/me/photo: the raw bytes of a JPG or PNG. Outside the route table, whose bodies are JSON. */
function uploadRoute(scope: FastifyInstance, api: Api, keepPhoto: KeepPhoto): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: PHOTO_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  const toAll = scope.errorHandler;
  scope.setErrorHandler((error, request, reply) => {
    const tooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
    return tooLarge ? sendProblem(reply, 'photo_too_large') : toAll(error as never, request, reply);
  });
  scope.route({
    method: 'PUT',
    url: '/api/profiles/me/photo',
    schema: { hide: true },
    bodyLimit: PHOTO_MAX_BYTES,
    // Before a byte is read: nobody fills our memory without a session.
    onRequest: async (request, reply) => {
      request.actor = await api.readActor(request);
      const refused = refuseAccess('session', request.actor);
      if (refused) return sendProblem(reply, refused);
      if (!(await withinLimit(api.db, `photo ${request.actor!.userId}`, PHOTOS_PER_MINUTE))) {
        return sendProblem(reply.header('retry-after', '60'), 'too_many_requests');
      }
    },
    handler: async (request, reply) => {
      const sent = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const changed = await changePhoto({ db: api.db, keepPhoto }, request.actor!, sent, api.clock.now());
      return isRefusal(changed) ? sendRefusal(reply, changed) : changed;
    },
  });
}
