import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SOURCE_MAX_BYTES } from '#contract/limits.ts';
import { idParams } from '#contract/primitives.ts';
import { routes } from '#contract/routes.ts';
import { refuseAccess } from '#server/http/actor.ts';
import { sendProblem, sendRefusal } from '#server/http/problem.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { discardUpload } from './discard.ts';
import type { JudgeFile } from './judge-file.ts';
import { ownSource, toMediaFile, visibleFile } from './queries.ts';
import { createReceiving } from './receiving.ts';
import { serveFile, servePhoto, servePoster, serveScreenshot } from './serve.ts';
import { showSound } from './sound/show.ts';
import type { UploadSpace } from './space.ts';
import type { MediaStorage } from './storage.ts';
import { receiveContent, startUpload } from './upload.ts';

export function registerMediaRoutes(
  api: Api,
  deps: { storage: MediaStorage; judge: JudgeFile; space: UploadSpace },
): void {
  const { storage } = deps;
  const { db } = api;
  implement(api, routes.startUpload, ({ body, actor, now }) =>
    startUpload(db, actor.userId, body, deps.space, now),
  );
  implement(api, routes.showUpload, async ({ params, actor }) => {
    const file = await ownSource(db, actor.userId, params.id);
    return file ? toMediaFile(file) : refuse('not_found');
  });
  implement(api, routes.showSound, async ({ params, actor }) => {
    const file = await visibleFile(db, params.id, actor);
    return file ? await showSound(db, storage, file) : refuse('not_found');
  });
  implement(api, routes.discardUpload, ({ params, actor }) =>
    discardUpload(db, storage, actor.userId, params.id),
  );
  api.server.register(async (scope) => contentRoute(scope, api, deps));
  for (const [path, serve, form] of [
    ['/media/:id', serveFile, 'file'],
    ['/photos/:id', servePhoto, 'file'],
    ['/photos/:id/small', servePhoto, 'small'],
    ['/posters/:id', servePoster, 'file'],
    ['/posters/:id/small', servePoster, 'small'],
    ['/attestations/:id', serveScreenshot, 'file'],
    ['/attestations/:id/small', serveScreenshot, 'small'],
  ] as const) {
    api.server.get(path, { schema: { hide: true } }, async (request, reply) => {
      const params = idParams.safeParse(request.params);
      if (!params.success) return sendProblem(reply, 'not_found');
      request.actor = await api.readActor(request);
      return await serve({ db, storage }, params.data.id, request, reply, form);
    });
  }
}

/**
 * PUT /api/media/:id/content: streams the raw bytes to the disk. Not in the route table, whose bodies are JSON held in
 * memory.
 */
function contentRoute(
  scope: FastifyInstance,
  api: Api,
  parts: { storage: MediaStorage; judge: JudgeFile },
): void {
  const deps = { ...parts, db: api.db, receiving: createReceiving() };
  scope.removeAllContentTypeParsers();
  // Leaves the body to the handler, which streams it.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const options = {
    bodyLimit: SOURCE_MAX_BYTES,
    schema: { hide: true },
    config: { bodyByProgress: true as const },
  };
  scope.put('/api/media/:id/content', options, async (request, reply) => {
    const actor = await api.readActor(request);
    request.actor = actor;
    const refused = refuseAccess('host', actor);
    const params = idParams.safeParse(request.params);
    if (refused || !actor) return sendProblem(hangUp(request, reply), refused ?? 'unauthenticated');
    if (!params.success) return sendProblem(hangUp(request, reply), 'not_found');
    try {
      const result = await receiveContent(deps, actor.userId, params.data.id, request.raw, api.clock.now());
      if (isRefusal(result)) return sendRefusal(hangUp(request, reply), result);
      return result;
    } catch (error) {
      // The sender canceled or lost the connection, so no reply can arrive.
      if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
      throw error;
    }
  });
}

/** Closes a connection with unread bytes, because it can't serve another request. */
const hangUp = <R extends { header(name: string, value: string): R }>(
  request: FastifyRequest,
  reply: R,
): R => (request.raw.complete ? reply : reply.header('connection', 'close'));
