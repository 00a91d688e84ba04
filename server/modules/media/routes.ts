import type { FastifyReply, FastifyRequest } from 'fastify';
import { idParams } from '#contract/primitives.ts';
import { routes } from '#contract/routes.ts';
import { sendProblem } from '#server/http/problem.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { offsetOf } from './append-bytes.ts';
import { discardUpload } from './discard.ts';
import { openUploads, ownUpload, toMediaFile, visibleSource } from './queries.ts';
import { createReceiving } from './receiving.ts';
import { serveClipFile, servePhoto, servePoster, serveScreenshot, serveSource } from './serve.ts';
import { showSound } from './sound/show.ts';
import type { SourceLinks } from './source-link.ts';
import type { UploadSpace } from './space.ts';
import type { MediaStorage } from './storage.ts';
import { createStreams } from './streams.ts';
import { registerUploadRoutes } from './upload-routes.ts';

interface MediaParts {
  storage: MediaStorage;
  space: UploadSpace;
  links: SourceLinks;
  accelPrefix: string | null;
}

export function registerMediaRoutes(api: Api, { storage, space, ...serving }: MediaParts): void {
  const { db } = api;
  const deps = { db, storage, receiving: createReceiving() };
  implement(api, routes.listUploads, async ({ actor }) => {
    const rows = (await openUploads(db, actor.userId)).map(async (file) => ({
      ...toMediaFile(file),
      offsetBytes: await offsetOf(storage, file),
      fingerprint: file.fingerprint,
    }));
    return { rows: await Promise.all(rows) };
  });
  implement(api, routes.showUpload, async ({ params, actor }) => {
    const file = await ownUpload(db, actor.userId, params.id);
    return file ? toMediaFile(file) : refuse('not_found');
  });
  implement(api, routes.showSound, async ({ params, actor }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? await showSound(db, storage, file) : refuse('not_found');
  });
  implement(api, routes.discardUpload, ({ params, actor }) => discardUpload(deps, actor.userId, params.id));
  api.server.register(async (scope) => registerUploadRoutes(scope, api, { ...deps, space }));
  implement(api, routes.linkSource, async ({ params, actor, now }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? serving.links.make(file.id, actor.userId, now) : refuse('not_found');
  });
  const source = { db, storage, clock: api.clock, ...serving, streams: createStreams() };
  serveAt('/media/:id', (id, request, reply) => serveSource(source, id, request, reply));
  serveAt('/clip-files/:id', (id, request, reply) => serveClipFile(source, id, request, reply));
  for (const [path, serve, form] of [
    ['/photos/:id', servePhoto, 'file'],
    ['/photos/:id/small', servePhoto, 'small'],
    ['/posters/:id', servePoster, 'file'],
    ['/posters/:id/small', servePoster, 'small'],
    ['/attestations/:id', serveScreenshot, 'file'],
    ['/attestations/:id/small', serveScreenshot, 'small'],
  ] as const) {
    serveAt(path, (id, request, reply) => serve({ db, storage }, id, request, reply, form));
  }

  function serveAt(path: string, serve: Serve): void {
    api.server.get(path, { schema: { hide: true } }, async (request, reply) => {
      const params = idParams.safeParse(request.params);
      if (!params.success) return sendProblem(reply, 'not_found');
      request.actor = await api.readActor(request);
      return await serve(params.data.id, request, reply);
    });
  }
}

type Serve = (id: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
