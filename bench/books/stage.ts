import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../scripts/steps/project.mjs';
import { type Killable, startKillable } from '../faults/killable.ts';
import { type Caller, callerOf } from './caller.ts';

const ADMINS = [
  { username: 'books_admin', password: 'ledger-of-lisbon-41' },
  { username: 'second_admin', password: 'journal-of-porto-17' },
] as const;
type Admin = (typeof ADMINS)[number];
const execFileAsync = promisify(execFile);
const CONFIRMED_FOR_MS = 10 * 60_000;

/** A server in demo mode with dev tools and signed-in admins. */
export interface Stage {
  readonly baseUrl: string;
  now(): Promise<Date>;
  /** Advances the server's clock by whole minutes and runs the jobs that become due. */
  advance(minutes: number): Promise<Date>;
  /** Advances to a quiet minute of the hour, in which no counts are due. */
  settleIn(): Promise<Date>;
  /** An admin whose acts a second one repeats when the day's sums require two. */
  admin(): Promise<Caller>;
  /** An admin whose acts nobody repeats. */
  oneAdmin(): Promise<Caller>;
  /** The second admin, who approves large amounts. */
  secondAdmin(): Promise<Caller>;
  tool(method: 'POST' | 'PATCH', path: string, body: object): Promise<unknown>;
  mailLink(to: string): Promise<string>;
  stop(): Promise<void>;
}

/** Creates an admin with the command line tool, as an operator does. */
async function createAdmin(dataDir: string, { username, password }: Admin): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    DEMO: '1',
    DEMO_MARKET: '0',
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: password,
  };
  await execFileAsync(process.execPath, ['dist/server/cli.js', 'create-admin', username], { cwd: root, env });
}

/**
 * Actions run in these minutes of an hour, after the jobs of the full hour and before those of the half hour.
 */
const QUIET = { from: 8, to: 26, target: 11 };

export async function openStage(): Promise<Stage> {
  const server: Killable = await startKillable({
    DEMO: '1',
    DEMO_MARKET: '0',
    DEV_TOOLS: '1',
    LOG_LEVEL: 'error',
    // Users send different X-Forwarded-For addresses, so that rate limits apply to each separately.
    TRUST_PROXY: '1',
    ADMIN_USERNAME: ADMINS[0].username,
    ADMIN_PASSWORD: ADMINS[0].password,
  });
  await createAdmin(server.dataDir, ADMINS[1]).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const { baseUrl } = server;
  const tools = callerOf(baseUrl);
  const confirmed = new Map<string, { caller: Caller; since: number }>();
  const signedIn = async (admin: Admin, second?: () => Promise<Caller>): Promise<Caller> => {
    const name = `${admin.username} ${second ? 'and another' : 'alone'}`;
    const known = confirmed.get(name);
    if (known && Date.now() - known.since < CONFIRMED_FOR_MS) return known.caller;
    const caller = callerOf(baseUrl, second);
    await caller.ask('/api/auth/admin-login', admin);
    confirmed.set(name, { caller, since: Date.now() });
    return caller;
  };
  const stage: Stage = {
    baseUrl,
    now: async () => new Date((await tools.read<{ now: string }>('/api/session')).now),
    async advance(minutes) {
      const { now } = await tools.ask('/dev/clock', { advance: `${minutes}m` });
      return new Date(now);
    },
    async settleIn() {
      const now = await stage.now();
      const minute = now.getUTCMinutes();
      if (minute >= QUIET.from && minute < QUIET.to) return now;
      return await stage.advance((60 + QUIET.target - minute) % 60);
    },
    admin: () => signedIn(ADMINS[0], stage.secondAdmin),
    oneAdmin: () => signedIn(ADMINS[0]),
    secondAdmin: () => signedIn(ADMINS[1]),
    tool: async (method, path, body) => {
      const reply = await tools.send(method, path, body);
      if (reply.status >= 300)
        throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    async mailLink(to) {
      const mails = await tools.read<{ to: string; links: string[] }[]>('/dev/outbox');
      return mails.find((mail) => mail.to === to)!.links[0]!;
    },
    stop: () => server.stop(),
  };
  return stage;
}
