import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SOURCE_MAX_BYTES } from '#contract/limits.ts';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import { idParams } from '#contract/wire/primitives.ts';
import type { Access } from '#contract/wire/route.ts';
import { type Actor, refuseAccess } from '#server/http/actor.ts';
import { sendProblem, sendRefusal } from '#server/http/problem.ts';
import type { Api } from '#server/http/route.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import { appendBytes, markIfComplete, type Progress, readProgress, type UploadDeps } from './append-bytes.ts';
import { discardUpload } from './discard.ts';
import { startUpload } from './start-upload.ts';
import {
  readAnnounced,
  readOffset,
  TUS_VERSION,
  tusOptions,
  writeMetadata,
  wrongMethod,
} from './tus-headers.ts';

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
  /** Id of the upload; empty when one is created. */
  id: string;
}

const ONE = `${UPLOADS_PATH}/:id`;

/**
 * Routes for videos, which arrive by tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation (of
 * source videos; files of clips are announced at their clip), HEAD, PATCH, termination, expiration. They are
 * not in the route table, whose bodies are JSON in memory.
 */
export function registerUploadRoutes(scope: FastifyInstance, api: Api, deps: UploadDeps): void {
  const { db, storage, receiving } = deps;
  const readNow = () => api.clock.now();
  scope.removeAllContentTypeParsers();
  // Leaves the body unread for the handler, which streams it.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' });
    const named = request.headers['x-http-method-override'];
    if (named !== undefined && named !== request.method) {
      return sendRefusal(hangUp(request, reply), wrongMethod());
    }
    if (request.method === 'OPTIONS' || request.headers['tus-resumable'] === TUS_VERSION) return;
    return sendProblem(hangUp(request, reply.headers(tusOptions)), 'tus_version');
  });
  for (const path of [UPLOADS_PATH, ONE]) {
    scope.options(path, async (_request, reply) => reply.status(204).headers(tusOptions).send());
  }
  const answered = (access: Access, answer: (call: Call) => Promise<FastifyReply>) =>
    guarded(api, access, answer);

  scope.post(
    UPLOADS_PATH,
    answered('host', async ({ request, reply, actor }) => {
      const announced = readAnnounced(request.headers);
      if (isRefusal(announced)) return sendRefusal(hangUp(request, reply), announced);
      const file = await transact(db, (tx) =>
        startUpload(tx, 'source', actor.accountId, announced, deps.space, readNow()),
      );
      if (isRefusal(file)) return sendRefusal(hangUp(request, reply), file);
      return sendProgress(reply.status(201).header('location', `${UPLOADS_PATH}/${file.id}`), {
        file,
        offset: 0,
      });
    }),
  );
  scope.head(
    ONE,
    answered('session', async ({ reply, actor, id }) => {
      // The caller continues from this offset, so an earlier sender of the upload must end.
      if (await readProgress(deps, actor.accountId, id)) await receiving.end(id);
      const progress = await readProgress(deps, actor.accountId, id);
      if (!progress) return sendProblem(reply, 'not_found');
      const { size_bytes, file_name, content_type } = progress.file;
      if (progress.offset === Number(size_bytes)) await markIfComplete(deps, progress.file, readNow());
      reply.headers({
        'upload-length': String(size_bytes),
        'upload-metadata': writeMetadata({ filename: file_name, filetype: content_type }),
      });
      return sendProgress(reply.status(200), progress);
    }),
  );
  scope.patch(
    ONE,
    { bodyLimit: SOURCE_MAX_BYTES, config: { bodyByProgress: true } },
    answered('session', (call) => patch(call, deps, readNow)),
  );
  scope.delete(
    ONE,
    answered('session', async ({ reply, actor, id }) => {
      const gone = await discardUpload({ db, storage, receiving }, actor.accountId, id);
      return isRefusal(gone) ? sendRefusal(reply, gone) : reply.status(204).send();
    }),
  );
}

async function patch({ request, reply, actor, id }: Call, deps: UploadDeps, readNow: () => Date) {
  if (request.headers['content-type'] !== 'application/offset+octet-stream') {
    return sendProblem(hangUp(request, reply), 'upload_content_type');
  }
  const offset = readOffset(request.headers);
  if (isRefusal(offset)) return sendRefusal(hangUp(request, reply), offset);
  const announced = request.headers['content-length'];
  const length = announced === undefined ? null : Number(announced);
  try {
    const done = await appendBytes(
      deps,
      actor.accountId,
      id,
      { offset, length, bytes: request.raw },
      readNow,
    );
    if (isRefusal(done)) return sendRefusal(hangUp(request, reply), done);
    return sendProgress(reply.status(204), done);
  } catch (error) {
    // The sender canceled or lost the connection, so no reply can arrive.
    if (request.raw.destroyed && !request.raw.complete) return reply.hijack();
    throw error;
  }
}

/** Wraps a handler, so that session, role and id are checked first. */
function guarded(api: Api, access: Access, answer: (call: Call) => Promise<FastifyReply>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const actor = await api.readActor(request);
    request.actor = actor;
    const refused = refuseAccess(access, actor);
    if (refused || !actor) return sendProblem(hangUp(request, reply), refused ?? 'unauthenticated');
    const { id } = request.params as { id?: string };
    if (id !== undefined && !idParams.safeParse({ id }).success) {
      return sendProblem(hangUp(request, reply), 'not_found');
    }
    return await answer({ request, reply, actor, id: id ?? '' });
  };
}

function sendProgress(reply: FastifyReply, { file, offset }: Progress): FastifyReply {
  reply.header('upload-offset', String(offset));
  if (file.state === 'uploading' && file.remove_at) {
    reply.header('upload-expires', file.remove_at.toUTCString());
  }
  return reply.send();
}

/**
 * Closes a connection whose request has unread bytes, because such a connection can't serve another request.
 */
const hangUp = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  request.raw.complete ? reply : reply.header('connection', 'close');
