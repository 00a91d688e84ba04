import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#server/infra/transaction.ts';
import { startTracking } from '#server/modules/tracking/tracking.ts';
import { type ClipWorld, clipWorld } from '#server/testing/clip-world.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { clipOn } from '#server/testing/listing-clips.ts';

const CLIPS = 45;
const MINUTE = 60_000;
let database: TestDatabase;
let world: ClipWorld;
let listing: Awaited<ReturnType<ClipWorld['addListing']>>;
beforeAll(async () => {
  database = await testDatabase();
  world = await clipWorld(database);
  listing = await world.addListing();
  for (let n = 0; n < CLIPS; n++) await addPending(n);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Adds a clip so that the order of deadlines differs from the order of submissions. */
async function addPending(n: number): Promise<void> {
  const now = world.clock.now();
  const clip = await clipOn(world.db, listing.id, new Date(now.getTime() - n * MINUTE), 'pending');
  const row = await world.db
    .updateTable('submissions')
    .set({ decide_by: new Date(now.getTime() + ((n * 17) % CLIPS) * MINUTE) })
    .where('id', '=', clip.id)
    .returning('connection_id')
    .executeTakeFirstOrThrow();
  const tracked = {
    submissionId: clip.id,
    listingId: clip.listingId,
    clipperId: clip.clipperId,
    connectionId: row.connection_id,
    platform: 'tiktok',
    postId: clip.id,
    postApiId: clip.id,
    postedAt: now,
    countLevel: 'platform' as const,
    byFigures: false,
  };
  await transact(world.db, (tx) => startTracking(tx, tracked, null, now));
}

interface Row {
  reportedViews: number;
  id: string;
  url: string;
  decideBy: string;
  submittedAt: string;
}

async function walk(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more = cursor ? `&cursor=${cursor}` : '';
    const { body } = await world.api.send('GET', `/api/host/submissions?${query}${more}`, {
      as: listing.host,
    });
    rows.push(...body.rows);
    cursor = body.nextCursor;
  }
  return rows;
}

it.each([
  ['deadline', (row: Row) => Date.parse(row.decideBy), 1],
  ['-date', (row: Row) => Date.parse(row.submittedAt), -1],
  ['date', (row: Row) => Date.parse(row.submittedAt), 1],
  ['-reported', (row: Row) => row.reportedViews, -1],
] as const)('by %s: in order over all pages, no clip twice, none missed', async (sort, keyOf, sign) => {
  const rows = await walk(`status=pending&sort=${sort}`);
  expect(new Set(rows.map((row) => row.id)).size).toBe(CLIPS);
  const keys = rows.map(keyOf);
  expect(keys).toEqual([...keys].sort((a, b) => sign * (a - b)));
});

it("narrows the list by words of the title, the link or the clipper's name", async () => {
  const [first] = await walk('status=pending');
  expect(await walk(`search=${first!.id}`)).toMatchObject([{ id: first!.id }]);
  expect(await walk('search=NIGHT+run')).toHaveLength(CLIPS);
  expect(await walk('search=nothing+like+it')).toEqual([]);
});

it('exports all rows, to their host alone', async () => {
  const file = (as: typeof listing.host) =>
    world.api.send('GET', '/api/host/submissions.csv?status=pending', { as });
  const { bytes, headers } = await file(listing.host);
  expect(headers['content-type']).toContain('text/csv');
  const lines = bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(CLIPS + 1);
  expect(lines[0]).toContain('Clipper,Listing,Clip link,Platform,Reported views');
  const other = await world.addListing();
  expect((await file(other.host)).bytes.toString().trimEnd().split('\r\n')).toHaveLength(1);
});
