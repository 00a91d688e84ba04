import { type Kysely, sql } from 'kysely';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import type { DB } from '#db/types.ts';
import { createDatabase } from '#server/infra/db.ts';
import { newId } from '#server/infra/id.ts';
import { momentMap, takenSeconds } from '#server/modules/clip-files/moment-map.ts';
import { testPerson } from '#server/testing/api.ts';
import { testClip, testListing } from '#server/testing/clips.ts';
import { median } from '../feed/load.ts';
import { type BenchRow, round, row } from '../result.ts';

const CLIPS = 10_000;
const SOURCE_MS = 3_600_000;
const ROUNDS = 7;
const now = new Date('2026-03-02T12:00:00Z');

/**
 * Inserts a listing with many paid clips of half a minute, each with up to three cuts from an hour of source.
 */
async function seed(db: Kysely<DB>): Promise<string> {
  const host = await testPerson(db, 'host');
  const clipper = await testPerson(db, 'clipper');
  const bytes = { file_name: 'a.mp4', content_type: 'video/mp4', size_bytes: 1n, created_at: now };
  const source = newId();
  await db
    .insertInto('media_files')
    .values({
      ...bytes,
      id: source,
      owner_id: host.accountId,
      kind: 'source',
      state: 'ready',
      storage_key: source,
    })
    .execute();
  await db
    .updateTable('media_files')
    .set({ duration_ms: BigInt(SOURCE_MS), ready_at: now })
    .where('id', '=', source)
    .execute();
  const rules = { source_media_id: source, source_url: null };
  const { id } = await testListing(db, now, { hostId: host.accountId, rules });
  const first = await testClip(db, { listingId: id, clipperId: clipper.accountId, approvedAt: now });
  await sql`create temp table made on commit preserve rows as
    select uuid_v7() as id, n, (random() * ${SOURCE_MS - 60_000})::int as from_ms, 1 + n % 3 as cuts
    from generate_series(1, ${CLIPS - 1}::int) n`.execute(db);
  for (const table of ['submissions', 'clip_tracking'] as const) {
    const own = table === 'submissions' ? 'id' : 'submission_id';
    await sql`insert into ${sql.table(table)} overriding user value
      select (jsonb_populate_record(s, jsonb_build_object(${own}::text, m.id, 'post_id', m.id, 'views', 1000 + m.n * 37))).*
      from made m, ${sql.table(table)} s where s.${sql.ref(own)} = ${first}`.execute(db);
  }
  await sql`insert into media_files (id, owner_id, kind, state, file_name, content_type, size_bytes, storage_key, created_at)
    select id, ${clipper.userId}, 'clip', 'ready', 'a.mp4', 'video/mp4', 1, id, ${now} from made`.execute(db);
  await sql`insert into clip_files (submission_id, media_id, state, attached_at)
    select id, id, 'matched', ${now} from made`.execute(db);
  await sql`insert into clip_earnings (submission_id, listing_id, clipper_id, approved_at, rate_micros_per_view, min_views,
      paid_views, paid_micros, reserves)
    select id, ${id}, ${clipper.userId}, ${now}, 2000, 0, n * 31, n * 31 * 2000, false from made`.execute(db);
  await sql`insert into clip_segments (submission_id, ordinal, source_media_id, clip_from_ms, clip_to_ms, source_from_ms,
      source_to_ms, bit_error, tempo, pitch)
    select id, cut, ${source}, cut * 30000 / cuts, (cut + 1) * 30000 / cuts, from_ms + cut * 20000,
      from_ms + cut * 20000 + 30000 / cuts, 0.1, 1, 1
    from made, generate_series(0, cuts - 1) cut`.execute(db);
  await sql`analyze`.execute(db);
  return id;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn <= ROUNDS; turn++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times.slice(1));
}

/**
 * Measures the cost of the moments of a listing with very many clips, compared with reading its clips' counts
 * and payments.
 */
export async function measureMoments(): Promise<BenchRow[]> {
  const cluster = await startEmbedded({});
  try {
    await migrate(cluster);
    const { db, close } = createDatabase(cluster.ownerUrl, { max: 1 });
    const listingId = await seed(db);
    const read = await milliseconds(() =>
      sql`select sum(t.views), sum(e.paid_micros), count(g.*) from submissions s
        join clip_tracking t on t.submission_id = s.id left join clip_earnings e on e.submission_id = s.id
        left join clip_segments g on g.submission_id = s.id where s.listing_id = ${listingId}`.execute(db),
    );
    const map = await milliseconds(() => momentMap(db, listingId));
    const taken = await milliseconds(() => takenSeconds(db, listingId));
    await close();
    const figures = { unit: 'ms', baseline: round(read), lowerIsBetter: true };
    return [
      row({ ...figures, name: `moment map of ${CLIPS} clips`, value: round(map), target: 500 }),
      row({
        ...figures,
        name: `taken seconds of ${CLIPS} clips`,
        value: round(taken),
        target: 250,
      }),
    ];
  } finally {
    await cluster.stop();
  }
}
