import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Actor } from '#server/http/actor.ts';
import { soleSecret } from '#server/infra/secrets.ts';
import { createAttestationsModule } from '#server/modules/attestations/attestations.ts';
import { readScreenshotsJob } from '#server/modules/attestations/read-screenshots.job.ts';
import { simulatorKeys } from '#server/modules/connections/connections.ts';
import { createMediaModule } from '#server/modules/media/media.ts';
import { testApi, testPerson } from './api.ts';
import { clipWorld } from './clip-world.ts';
import type { TestDatabase } from './database.ts';
import { jobOf } from './jobs.ts';
import { pngOf, redrawInProcess } from './pictures.ts';

/**
 * An installation without TikTok keys. Accounts are verified by a code, and clips are counted from
 * screenshots.
 */
export async function attestedWorld(database: TestDatabase) {
  const world = await clipWorld(database, { ...simulatorKeys, tiktok: null });
  const dataDir = mkdtempSync(join(tmpdir(), 'permille-attested-'));
  const media = createMediaModule({
    db: database.db,
    dataDir,
    secrets: soleSecret('secret'),
    redraw: redrawInProcess,
  });
  const { keepScreenshot, readPicture } = media;
  // The next random number. Drawing 99 selects nobody whose share is below 100%.
  const luck = { drawn: 99 };
  const attestations = createAttestationsModule({
    db: database.db,
    keepScreenshot,
    readPicture,
    draw: () => luck.drawn,
  });
  const audits = jobOf(attestations, 'attestations.audits');
  const api = await testApi(database.db, world.clock, [media, attestations]);
  let pictures = 0;
  let people = 0;

  /** Verifies an account by a code in its bio. The person and an admin each do their part. */
  async function verify(as: Actor, handle: string): Promise<void> {
    const admin = await testPerson(world.db, 'admin');
    const { code } = (
      await world.api.send('POST', '/api/connections/codes', { as, body: { platform: 'tiktok', handle } })
    ).body;
    const { rows } = (await world.api.send('GET', '/api/admin/connection-codes', { as: admin })).body;
    const { id } = rows.find((row: { handle: string }) => row.handle === handle);
    const path = `/api/admin/connection-codes/${id}/check`;
    await world.api.send('POST', path, { as: admin, body: { text: `Clips ${code}` } });
  }

  /** Returns a link to a post of that handle whose id contains this moment. */
  const linkOf = (handle: string, madeAt = world.clock.now()): string => {
    const id = (BigInt(Math.floor(madeAt.getTime() / 1_000)) << 32n) + BigInt(++pictures);
    return `https://www.tiktok.com/@${handle}/video/${id}`;
  };

  /** Creates a clip on a new listing; its clipper reported this many views. */
  async function attestedClip(reportedViews: number) {
    const listing = await world.addListing({ tags: ['#ours'], disclosure: true });
    const clipper = await testPerson(world.db, 'clipper');
    const handle = `counted${++people}`;
    await verify(clipper, handle);
    const body = { listingId: listing.id, url: linkOf(handle), platform: 'tiktok', reportedViews };
    const reply = await world.api.send('POST', '/api/submissions', { as: clipper, body });
    return { id: String(reply.body.id), clipper, host: listing.host, listingId: listing.id };
  }

  const send = (id: string, as: Actor, picture: Buffer, views?: number) =>
    api.send('PUT', `/api/submissions/${id}/attestation${views === undefined ? '' : `?views=${views}`}`, {
      as,
      body: picture,
      headers: { 'content-type': 'image/png' },
    });

  /** Processes the sent screenshots as if text recognition had found this text. */
  const readAs = (text: string) =>
    readScreenshotsJob({
      db: world.db,
      readText: async () => text,
      readPicture: async () => Buffer.alloc(0),
    }).run(world.clock.now());

  /** Sends a new screenshot with this many views and has its text recognized; returns the screenshot's id. */
  async function show(id: string, as: Actor, views: number): Promise<string> {
    const { body } = await send(id, as, screenshot(++pictures), views);
    await readAs(`${views.toLocaleString('en-US')} views of clip ${body.id}`);
    return String(body.id);
  }

  const confirm = (as: Actor, attestationId: string, views: number) =>
    api.send('POST', `/api/admin/attestations/${attestationId}/confirm`, { as, body: { views } });
  const refuse = (as: Actor, attestationId: string, note: string) =>
    api.send('POST', `/api/admin/attestations/${attestationId}/refuse`, { as, body: { note } });
  const waiting = async (as: Actor) => (await api.send('GET', '/api/admin/attestations', { as })).body.rows;
  const shown = async (id: string, as: Actor) =>
    (await api.send('GET', `/api/submissions/${id}/attestation`, { as })).body.attestation;
  const tracked = (id: string) =>
    world.db
      .selectFrom('clip_tracking')
      .selectAll()
      .where('submission_id', '=', id)
      .executeTakeFirstOrThrow();

  async function close(): Promise<void> {
    await api.close();
    await world.close();
    rmSync(dataDir, { recursive: true });
  }

  return {
    ...world,
    luck,
    audits,
    attestations: api,
    verify,
    linkOf,
    attestedClip,
    send,
    readAs,
    show,
    confirm,
    refuse,
    waiting,
    shown,
    tracked,
    close,
  };
}

/** Returns a unique picture for each number: a small PNG of one colour. */
export function screenshot(n: number): Buffer {
  const size = 8;
  const line = [0, ...Array.from({ length: size }, () => [(n >> 16) & 255, (n >> 8) & 255, n & 255]).flat()];
  return pngOf(size, size, deflateSync(Buffer.from(Array.from({ length: size }, () => line).flat())));
}
