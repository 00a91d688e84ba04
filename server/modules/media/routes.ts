import type { FastifyReply, FastifyRequest } from 'fastify';
import { SOURCE_MAX_BYTES, SOURCE_PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { chatRoutes } from '#contract/media/chats.ts';
import { SHEET_TILES, STORYBOARD } from '#contract/media/storyboard.ts';
import { transcriptCue, transcriptRoutes } from '#contract/media/transcripts.ts';
import { routes } from '#contract/routes.ts';
import { readEntries } from '#contract/wire/input-sentences.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { registerPictureRoute } from '#server/http/picture-route.ts';
import { sendProblem } from '#server/http/problem.ts';
import { type Api, implement } from '#server/http/route.ts';
import { InvalidInput } from '#server/infra/invalid-input.ts';
import { refuse } from '#server/infra/outcome.ts';
import { offsetOf } from './append-bytes.ts';
import { discardUpload } from './discard.ts';
import { keepChat, showChat } from './keep-chat.ts';
import { keepPoster, keepSheet, type SourcePictureDeps } from './keep-source-picture.ts';
import { openUploads, ownUpload, toMediaFile, visibleSource } from './queries.ts';
import { createReceiving } from './receiving.ts';
import type { RedrawPicture } from './redraw-picture.ts';
import {
  serveClipFile,
  servePhoto,
  servePoster,
  serveScreenshot,
  serveSeekIndex,
  serveSource,
} from './serve.ts';
import { showSound } from './sound/show.ts';
import type { SourceLinks } from './source-link.ts';
import { serveSourcePicture, serveStoryboard } from './source-pictures.ts';
import type { MediaStorage } from './storage.ts';
import { createStreams } from './streams.ts';
import { keepTranscript, ownsSource, showTranscript } from './transcript/keep-transcript.ts';
import { registerUploadRoutes } from './upload-routes.ts';
import { hostBytes, type UploadSpace } from './upload-space.ts';

interface MediaParts {
  storage: MediaStorage;
  redraw: RedrawPicture;
  space: UploadSpace;
  links: SourceLinks;
  accelPrefix: string | null;
  /** Whether this installation makes transcripts of source videos. */
  isTranscribed: boolean;
}

export function registerMediaRoutes(api: Api, { storage, redraw, space, ...serving }: MediaParts): void {
  const { db } = api;
  const deps = { db, storage, receiving: createReceiving(db), space };
  implement(api, routes.listUploads, async ({ actor }) => {
    const rows = (await openUploads(db, actor.accountId)).map(async (file) => ({
      ...toMediaFile(file),
      offsetBytes: await offsetOf(storage, file),
      fingerprint: file.fingerprint,
      lacksPictures: file.kind === 'source' && file.storyboard_tiles === null,
    }));
    const mostBytes = Math.min(SOURCE_MAX_BYTES, await hostBytes(db, actor.accountId, space));
    return { rows: await Promise.all(rows), mostBytes };
  });
  implement(api, routes.showUpload, async ({ params, actor }) => {
    const file = await ownUpload(db, actor.accountId, params.id);
    return file ? toMediaFile(file) : refuse('not_found');
  });
  implement(api, routes.showSound, async ({ params, actor }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? await showSound(db, storage, file) : refuse('not_found');
  });
  registerTranscriptRoutes(api, serving.isTranscribed);
  registerChatRoutes(api);
  implement(api, routes.discardUpload, ({ params, actor }) =>
    discardUpload(deps, actor.accountId, params.id),
  );
  api.server.register(async (scope) => registerUploadRoutes(scope, api, deps));
  implement(api, routes.linkSource, async ({ params, actor, now }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? serving.links.make(file.id, actor.accountId, now) : refuse('not_found');
  });
  const source = { db, storage, clock: api.clock, ...serving, streams: createStreams() };
  serveAt('/media/:id', (id, request, reply) => serveSource(source, id, request, reply));
  serveAt('/media/:id/light', (id, request, reply) => serveSource(source, id, request, reply, 'light'));
  serveAt('/media/:id/seek-index', (id, request, reply) => serveSeekIndex(source, id, request, reply));
  serveAt('/clip-files/:id', (id, request, reply) => serveClipFile(source, id, request, reply));
  for (const [path, serve, form] of [
    ['/photos/:id', servePhoto, 'file'],
    ['/photos/:id/small', servePhoto, 'small'],
    ['/posters/:id', servePoster, 'file'],
    ['/posters/:id/small', servePoster, 'small'],
    ['/attestations/:id', serveScreenshot, 'file'],
    ['/attestations/:id/small', serveScreenshot, 'small'],
    ['/media/:id/poster', serveSourcePicture, 'poster'],
    ['/media/:id/poster/small', serveSourcePicture, 'poster-small'],
    ...sheets.map(
      (sheet) => [`/media/:id/storyboard/${sheet}`, serveSourcePicture, `sheet-${sheet}`] as const,
    ),
  ] as const) {
    serveAt(path, (id, request, reply) => serve({ db, storage }, id, request, reply, form));
  }

  serveAt('/media/:id/storyboard', (id, request, reply) =>
    serveStoryboard({ db, storage }, id, request, reply),
  );
  takePictures(api, { db, storage, redraw });

  function serveAt(path: string, serve: Serve): void {
    api.server.get(path, async (request, reply) => {
      const params = idParams.safeParse(request.params);
      if (!params.success) return sendProblem(reply, 'not_found');
      request.actor = await api.readActor(request);
      return await serve(params.data.id, request, reply);
    });
  }
}

function registerTranscriptRoutes(api: Api, isTranscribed: boolean): void {
  const { db } = api;
  implement(api, transcriptRoutes.showTranscript, async ({ params, actor }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? await showTranscript(db, file.id, isTranscribed) : refuse('not_found');
  });
  implement(api, transcriptRoutes.giveTranscript, async ({ params, body, actor, now }) => {
    if (!(await ownsSource(db, actor.accountId, params.id))) return refuse('not_found');
    const cues = readEntries(transcriptCue, body.cues, ['cues']);
    if (!cues.ok) throw new InvalidInput(...cues.errors);
    return await keepTranscript(db, { ownerId: actor.accountId, id: params.id, cues: cues.value, now });
  });
  implement(api, transcriptRoutes.removeTranscript, ({ params, actor, now }) =>
    keepTranscript(db, { ownerId: actor.accountId, id: params.id, cues: null, now }),
  );
}

function registerChatRoutes(api: Api): void {
  const { db } = api;
  implement(api, chatRoutes.showChat, async ({ params, actor }) => {
    const file = await visibleSource(db, params.id, actor);
    return file ? await showChat(db, file.id) : refuse('not_found');
  });
  implement(api, chatRoutes.giveChat, ({ params, body, actor, now }) =>
    keepChat(db, { ownerId: actor.accountId, id: params.id, perSecond: body.perSecond, now }),
  );
  implement(api, chatRoutes.removeChat, ({ params, actor, now }) =>
    keepChat(db, { ownerId: actor.accountId, id: params.id, perSecond: null, now }),
  );
}

const sheets = Array.from({ length: STORYBOARD.tilesMax / SHEET_TILES }, (_, sheet) => sheet);

/** Routes for pictures of a source video, which its host's browser makes while it sends the video. */
function takePictures(api: Api, deps: SourcePictureDeps): void {
  const picture = {
    access: 'host',
    maxBytes: SOURCE_PICTURE_MAX_BYTES,
    tooLarge: 'source_picture_too_large',
    name: 'source picture',
    perMinute: PICTURES_PER_MINUTE,
  } as const;
  const idOf = ({ params }: FastifyRequest) => idParams.safeParse(params).data?.id ?? null;
  registerPictureRoute(api, {
    ...picture,
    url: '/api/media/:id/poster',
    take: async (sent, { accountId }, request) => {
      const id = idOf(request);
      return id ? await keepPoster(deps, accountId, id, sent) : refuse('not_found');
    },
  });
  registerPictureRoute(api, {
    ...picture,
    url: '/api/media/:id/storyboard/:sheet',
    take: async (sent, { accountId }, request) => {
      const id = idOf(request);
      const claimed = { ...(request.query as object), ...(request.params as object) };
      return id ? await keepSheet(deps, accountId, id, claimed, sent) : refuse('not_found');
    },
  });
}

/** Limit of each person. A video has at most seven pictures. */
const PICTURES_PER_MINUTE = 60;

type Serve = (id: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
