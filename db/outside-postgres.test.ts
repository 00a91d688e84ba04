import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { postgresAccount } from './embedded-account.ts';
import { give } from './embedded-cluster.ts';
import { generatedFiles } from './generate.ts';
import { checkMigrated, migrate } from './migrate.ts';

const DEBIAN = '/usr/lib/postgresql';
const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((version) => Number(version) >= 15) : [];

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

if (versions.length === 0) {
  test('is skipped, because this machine has no PostgreSQL 15 or newer', () => {
    expect(versions).toEqual([]);
  });
}

describe.each(versions)('an outside PostgreSQL %s', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'permille-outside-'));
  const program = (name: string): string => join(DEBIAN, version, 'bin', name);
  const url = (user: string, password: string, database: string): string =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1/${database}?host=${encodeURIComponent(folder)}`;
  const superUrl = url('root_of_all', 'super', 'postgres');
  const ownerUrl = url('shop', 'owner secret', 'shop');
  let server: ChildProcess;

  beforeAll(async () => {
    const account = postgresAccount();
    give(folder, account);
    writeFileSync(join(folder, 'password'), 'super', { mode: 0o644 });
    const settings = [
      '-U',
      'root_of_all',
      '-A',
      'scram-sha-256',
      '--no-sync',
      `--pwfile=${join(folder, 'password')}`,
    ];
    execFileSync(program('initdb'), ['-D', join(folder, 'cluster'), ...settings], {
      ...account,
      cwd: folder,
      stdio: 'pipe',
    });
    const flags = ['-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
    server = spawn(program('postgres'), ['-D', join(folder, 'cluster'), ...flags], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    });
    await vi.waitFor(() => ask(superUrl, 'select 1'), { timeout: 10_000, interval: 50 });
    await ask(superUrl, `create role shop login createrole password 'owner secret'`);
    await ask(superUrl, 'create database shop owner shop');
    await ask(superUrl, `create role poor login password 'poor'`);
    await ask(superUrl, 'create database poor owner poor');
  });

  afterAll(async () => {
    server.kill('SIGINT');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  test('an owner without the right to make roles gets the instruction to name one', async () => {
    await expect(migrate({ ownerUrl: url('poor', 'poor', 'poor') })).rejects.toThrow(
      'The role of DATABASE_URL may not create roles: create permille_app and a member of it that may log in, and name that one in APP_DATABASE_URL.',
    );
  });

  test('an owner that is no superuser gets the same schema as the embedded one, and every process the same app URL', async () => {
    const [first, second] = await Promise.all([migrate({ ownerUrl }), migrate({ ownerUrl })]);
    expect(first.applied.length + second.applied.length).toBeGreaterThan(0);
    expect(Math.min(first.applied.length, second.applied.length)).toBe(0);
    expect(first.appUrl).toBe(second.appUrl);
    expect(await ask(first.appUrl, 'select current_user as name')).toEqual([{ name: 'shop_app' }]);
    await expect(ask(first.appUrl, 'create table mine (id int8)')).rejects.toThrow('permission denied');
    await expect(ask(first.appUrl, 'update audit_log set action = action')).rejects.toThrow(
      'permission denied',
    );
    const embedded = await testDatabase();
    const types = async (of: string) =>
      (await generatedFiles(of)).find(({ path }) => path === 'db/types.ts')?.text;
    expect(await types(superUrl.replace('/postgres?', '/shop?'))).toBe(await types(embedded.ownerUrl));
    await embedded.close();
  });

  test("a changed owner's password does not affect connected processes, and later processes find the same login", async () => {
    const before = await migrate({ ownerUrl });
    await ask(superUrl, `alter role shop password 'another'`);
    const after = await migrate({ ownerUrl: url('shop', 'another', 'shop') });
    expect(await ask(before.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await ask(after.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(ask(after.appUrl, 'select password from app_login')).rejects.toThrow('permission denied');
    await ask(superUrl, `alter role shop password 'owner secret'`);
  });

  test("a second installation on the server has its own login and does not change the first one's", async () => {
    const first = await migrate({ ownerUrl });
    await ask(superUrl, 'create database shop2 owner shop');
    const second = await migrate({ ownerUrl: url('shop', 'owner secret', 'shop2') });
    expect(await ask(second.appUrl, 'select current_user as name')).toEqual([{ name: 'shop2_app' }]);
    expect(await ask(first.appUrl, 'select current_user as name')).toEqual([{ name: 'shop_app' }]);
    await ask(superUrl, `create role other login createrole password 'other'`);
    await ask(superUrl, 'create database other owner other');
    const another = migrate({ ownerUrl: url('other', 'other', 'other') });
    if (Number(version) >= 16)
      await expect(another).rejects.toThrow(/as a superuser, run grant permille_app to "other_app"\.$/);
    else
      expect(await ask((await another).appUrl, 'select count(*)::int4 as n from users')).toEqual([{ n: 0 }]);
  });

  test('a database called permille has a login besides the role that holds the rights', async () => {
    await ask(superUrl, 'create database permille owner shop');
    await ask(superUrl, `alter role permille_app login password 'of an earlier version'`);
    const { appUrl } = await migrate({ ownerUrl: url('shop', 'owner secret', 'permille') });
    expect(await ask(appUrl, 'select current_user as name')).toEqual([{ name: 'permille_login' }]);
    const earlier = url('permille_app', 'of an earlier version', 'permille');
    expect(await ask(earlier, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a database that was removed and recreated gets its login again', async () => {
    await ask(superUrl, 'create database brief owner shop');
    const brief = url('shop', 'owner secret', 'brief');
    const { appUrl: old } = await migrate({ ownerUrl: brief });
    await ask(superUrl, 'drop database brief');
    await ask(superUrl, 'create database brief owner shop');
    const { appUrl } = await migrate({ ownerUrl: brief });
    expect(await ask(appUrl, 'select current_user as name')).toEqual([{ name: 'brief_app' }]);
    await expect(ask(old, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('a role that the operator named is used unchanged, and refused when it is the owner', async () => {
    await ask(superUrl, `create role web login password 'web'`);
    const appUrl = url('web', 'web', 'shop');
    expect((await migrate({ ownerUrl, appUrl })).appUrl).toBe(appUrl);
    await expect(ask(appUrl, 'delete from audit_log')).rejects.toThrow('permission denied');
    expect(await ask(appUrl, 'select count(*)::int4 as rows from audit_log')).toEqual([{ rows: 0 }]);
    await checkMigrated(appUrl);
    await ask(superUrl, `create role guest login password 'guest'`);
    await expect(checkMigrated(url('guest', 'guest', 'shop'))).rejects.toThrow(
      'has not been set up for this login',
    );
    await expect(migrate({ ownerUrl, appUrl: ownerUrl })).rejects.toThrow(
      'it must be one that owns no tables',
    );
  });
});
