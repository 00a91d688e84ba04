import { UPLOAD_PIECE_BYTES } from '#contract/limits.ts';
import { UPLOADS_PATH } from '#contract/media/media.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Module } from '#server/http/module.ts';
import type { Clock } from '#server/infra/clock.ts';
import { writeMetadata } from '#server/modules/media/tus-headers.ts';
import type { TestReply, testApi } from './api.ts';

export const TUS = { 'tus-resumable': '1.0.0' };

/** Uploads files in the way browsers do. */
export function testUploads(app: Awaited<ReturnType<typeof testApi>>, module: Module, clock: Clock) {
  const announce = (as: Actor, sizeBytes: number, meta: Record<string, string> = {}): Promise<TestReply> =>
    app.send('POST', UPLOADS_PATH, {
      as,
      headers: {
        ...TUS,
        'upload-length': String(sizeBytes),
        'upload-metadata': writeMetadata({ filename: 'a.mp4', filetype: 'video/mp4', ...meta }),
      },
    });
  const patch = (as: Actor, id: string, body: Buffer, offset = 0): Promise<TestReply> =>
    app.send('PATCH', `${UPLOADS_PATH}/${id}`, {
      as,
      body,
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
    });
  const show = async (as: Actor, id: string): Promise<TestReply['body']> =>
    (await app.send('GET', `/api/media/${id}`, { as })).body;
  /** Runs all jobs except those for sound, which take longer and have their own tests. */
  const runDue = async (): Promise<void> => {
    for (const job of module.jobs!) if (job.name !== 'media.prepare-sound') await job.run(clock.now());
  };
  return {
    announce,
    patch,
    show,
    runDue,
    head: (as: Actor, id: string): Promise<TestReply> =>
      app.send('HEAD', `${UPLOADS_PATH}/${id}`, { as, headers: TUS }),
    idOf: (created: TestReply): string => String(created.headers.location).split('/').at(-1)!,
    /** Uploads and checks a whole file; returns the result. */
    async upload(as: Actor, bytes: Buffer, meta?: Record<string, string>): Promise<TestReply['body']> {
      const created = await announce(as, bytes.length, meta);
      if (created.status !== 201) throw new Error(`not created: ${created.bytes}`);
      const id = String(created.headers.location).split('/').at(-1)!;
      for (let at = 0; at < bytes.length; at += UPLOAD_PIECE_BYTES) {
        const sent = await patch(as, id, bytes.subarray(at, at + UPLOAD_PIECE_BYTES), at);
        if (sent.status !== 204) throw new Error(`not sent: ${sent.bytes}`);
      }
      await runDue();
      return await show(as, id);
    },
  };
}
