import { sql } from 'kysely';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Tx } from '#server/infra/transaction.ts';
import { type Discoveries, HORIZON, levelAt } from './score/hold-levels.ts';

/** A clip whose score was compared with those of honest clips. */
export interface ComparedClip {
  submissionId: string;
  platform: PostPlatform;
  /** p-value of the clip's score. `wouldHold`: the score asks for a hold, if the clip's level allows one. */
  p: number;
  wouldHold: boolean;
}

/**
 * At a platform's first comparison, this many of its last finished clips get places before the compared
 * clips.
 */
const EARLIER_CLIPS = 1_000;

/**
 * Returns the ids of the clips that may be held: their p-value is at most the level that they got at their
 * first comparison. A clip's place is its ordinal number among the platform's compared clips. The caller has
 * locked the clips. Places are given under a lock per platform (score_test_counts), so that neither
 * concurrent processes nor restarts change a level.
 */
export async function findHeld(tx: Tx, clips: ComparedClip[], now: Date): Promise<Set<string>> {
  const held = new Set<string>();
  for (const platform of [...new Set(clips.map((clip) => clip.platform))].toSorted()) {
    const ofPlatform = clips.filter((clip) => clip.platform === platform);
    for (const id of await findHeldOf(tx, platform, ofPlatform, now)) held.add(id);
  }
  return held;
}

async function findHeldOf(
  tx: Tx,
  platform: PostPlatform,
  clips: ComparedClip[],
  now: Date,
): Promise<string[]> {
  const known = await readLevels(tx, clips);
  const fresh = clips.filter(({ submissionId }) => !known.has(submissionId));
  const isHeld = ({ submissionId, p, wouldHold }: ComparedClip) =>
    wouldHold && p <= known.get(submissionId)!.level;
  const changes = (clip: ComparedClip) => clip.wouldHold && !known.get(clip.submissionId)?.isFound;
  if (fresh.length > 0 || clips.some(changes)) {
    const places = await givePlaces(tx, platform, fresh, now);
    for (const [id, level] of places.levels) known.set(id, { level, isFound: false });
    const found = clips.filter((clip) => changes(clip) && isHeld(clip));
    await noteHeld(tx, found, places.last);
    await noteAsked(
      tx,
      clips.filter((clip) => clip.wouldHold && !isHeld(clip)),
    );
  }
  return clips.filter(isHeld).map(({ submissionId }) => submissionId);
}

async function readLevels(
  tx: Tx,
  clips: ComparedClip[],
): Promise<Map<string, { level: number; isFound: boolean }>> {
  const rows = await tx
    .selectFrom('score_tests')
    .select(['submission_id', 'level', 'found_after'])
    .where(
      'submission_id',
      'in',
      clips.map(({ submissionId }) => submissionId),
    )
    .execute();
  return new Map(
    rows.map(({ submission_id, level, found_after }) => [
      submission_id,
      { level, isFound: found_after !== null },
    ]),
  );
}

/** Gives levels to clips that are compared for the first time; also returns the platform's last place. */
async function givePlaces(
  tx: Tx,
  platform: PostPlatform,
  fresh: ComparedClip[],
  now: Date,
): Promise<{ levels: Map<string, number>; last: number }> {
  const before = (await lockPlaces(tx, platform)) || (await placeEarlier(tx, platform, fresh, now));
  await noteFoundByPeople(tx, platform, before);
  const discoveries = await readDiscoveries(tx, platform, before);
  const rows = fresh
    .map(({ submissionId }) => submissionId)
    .toSorted()
    .map((id, i) => ({ id, place: before + 1 + i, level: levelAt(before + 1 + i, discoveries) }));
  if (rows.length > 0) {
    await tx
      .insertInto('score_tests')
      .values(
        rows.map(({ id, place, level }) => ({
          submission_id: id,
          platform,
          place: BigInt(place),
          level,
          begun_at: now,
        })),
      )
      .execute();
  }
  const last = before + rows.length;
  await tx
    .updateTable('score_test_counts')
    .set({ places: BigInt(last) })
    .where('platform', '=', platform)
    .execute();
  return { levels: new Map(rows.map(({ id, level }) => [id, level])), last };
}

/**
 * Returns how many clips of the platform have a place, and prevents others from giving places or noting discoveries
 * until the transaction ends.
 */
async function lockPlaces(tx: Tx, platform: PostPlatform): Promise<number> {
  await tx
    .insertInto('score_test_counts')
    .values({ platform, places: 0n })
    .onConflict((conflict) => conflict.column('platform').doNothing())
    .execute();
  const row = await tx
    .selectFrom('score_test_counts')
    .select('places')
    .where('platform', '=', platform)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return Number(row.places);
}

/**
 * Gives the first places, with level 0, to clips that were finished before the platform's first comparison.
 * Returns their number. People decided on every hold of these clips, so the holds that they upheld say how
 * often views are bought here.
 */
async function placeEarlier(
  tx: Tx,
  platform: PostPlatform,
  fresh: ComparedClip[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    with last_clips as (
      select s.id, s.submitted_at, exists (select from fraud_holds h where h.submission_id = s.id and h.state = 'upheld'
        and h.score >= 60 and h.identity_match_id is null and h.cohort_id is null) as is_bought
      from clip_tracking t join submissions s on s.id = t.submission_id
      where t.platform = ${platform} and t.state = 'finished' and t.count_level = 'platform' and t.band <> 'not_enough_data'
        and t.submission_id <> all(${fresh.map(({ submissionId }) => submissionId)}::uuid[])
      order by s.submitted_at desc, s.id desc limit ${EARLIER_CLIPS}
    ), placed as (
      select id, is_bought, row_number() over (order by submitted_at, id) as place from last_clips
    ), inserted as (
      insert into score_tests (submission_id, platform, place, level, begun_at, found_after)
      select id, ${platform}, place, 0, ${now}, case when is_bought then place end from placed returning 1
    )
    select count(*)::int as last from inserted`.execute(tx);
  return rows[0]!.last;
}

/** Notes a discovery for each clip whose views a person excluded after being asked instead of a hold. */
async function noteFoundByPeople(tx: Tx, platform: PostPlatform, last: number): Promise<void> {
  await sql`update score_tests s set found_after = ${last} from clip_tracking t
    where s.platform = ${platform} and s.p is not null and s.found_after is null
      and t.submission_id = s.submission_id and t.excluded_views > 0`.execute(tx);
}

async function readDiscoveries(tx: Tx, platform: PostPlatform, last: number): Promise<Discoveries> {
  const { rows } = await sql<{ lately: number[] | null; has_earlier: boolean }>`
    select (select array_agg(found_after::int order by found_after) from score_tests
        where platform = ${platform} and found_after > ${last - HORIZON}) as lately,
      exists (select from score_tests where platform = ${platform} and found_after <= ${last - HORIZON}) as has_earlier`.execute(
    tx,
  );
  return { lately: rows[0]!.lately ?? [], hasEarlier: rows[0]!.has_earlier };
}

async function noteHeld(tx: Tx, found: ComparedClip[], last: number): Promise<void> {
  await sql`update score_tests set found_after = ${last}
    where submission_id = any(${found.map(({ submissionId }) => submissionId)}::uuid[]) and found_after is null`.execute(
    tx,
  );
}

async function noteAsked(tx: Tx, asked: ComparedClip[]): Promise<void> {
  await sql`update score_tests s set p = least(s.p, a.p)
    from unnest(${asked.map(({ submissionId }) => submissionId)}::uuid[], ${asked.map(({ p }) => p)}::float8[]) as a (id, p)
    where s.submission_id = a.id`.execute(tx);
}
