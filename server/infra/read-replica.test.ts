import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { startStandby } from '#server/testing/standby.ts';
import { createDatabase } from './db.ts';
import { likeApp, type OpenReplica, openReplica } from './read-replica.ts';
import { type Database, transact } from './transaction.ts';

const isReplica = async (db: Database): Promise<boolean> => {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(db);
  return rows[0]!.isReplica;
};
const readsOf = async ({ metrics }: OpenReplica) =>
  Object.fromEntries(
    ((await metrics[0]!.read()) as { labels: { outcome: string }; value: number }[]).map(
      ({ labels, value }) => [labels.outcome, value],
    ),
  );

describe('a read replica', () => {
  let servers: Awaited<ReturnType<typeof startStandby>>;
  let primary: ReturnType<typeof createDatabase>;
  let standbyOwner: ReturnType<typeof createDatabase>;
  const opened: OpenReplica[] = [];
  const open = (url: string): OpenReplica => {
    const replica = openReplica(url, primary.db);
    opened.push(replica);
    return replica;
  };

  beforeAll(async () => {
    servers = await startStandby();
    primary = createDatabase(servers.appUrl);
    standbyOwner = createDatabase(servers.standbyOwnerUrl);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });
  afterAll(async () => {
    await Promise.all([primary.close(), standbyOwner.close()]);
    await servers.close();
  });

  const write = (name: string) =>
    transact(primary.db, (tx) =>
      sql`insert into audit_log (id, occurred_at, actor_kind, action, subject_type)
        values (gen_random_uuid(), now(), 'system', ${name}, 'test')`.execute(tx),
    );
  const written = async (db: Database, name: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int4 as n from audit_log where action = ${name}`.execute(db);
    return rows[0]!.n;
  };

  test('answers reads, and has everything that this process wrote before', async () => {
    const replica = open(servers.standbyUrl);
    expect(await replica.read(isReplica)).toBe(true);
    for (let n = 1; n <= 50; n++) {
      await write('own');
      expect(await replica.read((db) => written(db, 'own'))).toBe(n);
    }
    expect(await replica.checks[0]!.problem()).toBeNull();
  });

  test('is avoided while it is behind, and used again when it has caught up', async () => {
    const replica = open(servers.standbyUrl);
    await sql`select pg_wal_replay_pause()`.execute(standbyOwner.db);
    try {
      await write('late');
      expect(await replica.read(async (db) => [await isReplica(db), await written(db, 'late')])).toEqual([
        false,
        1,
      ]);
      expect(await replica.checks[0]!.problem()).toMatch(
        /^Feeds and exports are read from the primary: the replica has no change of the last \d+ s\.$/,
      );
      expect(await readsOf(replica)).toEqual({ replica: 0, behind: 1, unreachable: 0, unfit: 0 });
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(standbyOwner.db);
    }
    await vi.waitFor(async () => expect(await replica.read(isReplica)).toBe(true), { timeout: 10_000 });
  });

  test('is not used when its URL leads to the primary or to another database', async () => {
    const itself = open(servers.appUrl);
    expect(await itself.read(isReplica)).toBe(false);
    expect(await itself.checks[0]!.problem()).toMatch(/leads to no replica\.$/);
    const other = await testDatabase();
    try {
      const foreign = open(other.appUrl);
      await write('mine');
      expect(await foreign.read((db) => written(db, 'mine'))).toBe(1);
      expect(await foreign.checks[0]!.problem()).toMatch(/leads to another database\.$/);
      expect(await readsOf(foreign)).toMatchObject({ replica: 0, unfit: 1 });
    } finally {
      await other.close();
    }
  });

  test('a read that it cancels to keep up is made on the primary, and an error of the read itself is thrown', async () => {
    const replica = open(servers.standbyUrl);
    const cancelled = async (db: Database) => {
      if (await isReplica(db)) throw Object.assign(new Error('conflict with recovery'), { code: '40001' });
      return 'the primary';
    };
    expect(await replica.read(cancelled)).toBe('the primary');
    const other = open(servers.standbyUrl);
    await expect(other.read((db) => sql`select nonsense`.execute(db))).rejects.toThrow('nonsense');
    expect(await readsOf(other)).toEqual({ replica: 0, behind: 0, unreachable: 0, unfit: 0 });
  });

  test('fails no request when it is gone', async () => {
    const replica = open(servers.standbyUrl);
    expect(await replica.read(isReplica)).toBe(true);
    await servers.stopStandby();
    expect(await replica.read(isReplica)).toBe(false);
    expect(await replica.checks[0]!.problem()).toMatch(/the replica does not answer\.$/);
  });
});

test("a replica URL without login or database takes the app's", () => {
  const app = 'postgres://permille_web:s%2Fecret@db1/permille?sslmode=require';
  expect(likeApp('postgres://db2:5433', app)).toBe('postgres://permille_web:s%2Fecret@db2:5433/permille');
  expect(likeApp('postgres://reader:pw@db2/other', app)).toBe('postgres://reader:pw@db2/other');
});
