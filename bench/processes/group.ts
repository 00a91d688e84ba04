import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { testFolder } from '#db/test-folder.ts';
import { lastingPort } from '../../scripts/lasting-port.ts';
import { root } from '../../scripts/steps/project.mjs';
import { isReady, launch, over } from '../faults/killable.ts';

type Part = 'web' | 'worker';

/** Time for running requests, in which the proxy sends no new ones. */
const UNKNOWN_TO_PROXY_MS = 500;

interface Member {
  role: Part;
  PORT: string;
  baseUrl: string;
  child: ChildProcess;
  isReady: boolean;
}

export interface GroupOptions {
  parts: Part[];
  env: Record<string, string>;
  /** Folder of the release that creates the database and starts first; absent for this release. */
  folder?: string | undefined;
  /** The owner's URL of an empty external database; absent when an embedded one is started. */
  ownerUrl?: string | undefined;
}

/**
 * Starts processes of the built server in their roles. They share a data folder and a PostgreSQL that flushes
 * as in production.
 */
export async function startGroup({ parts, env, folder = root, ownerUrl }: GroupOptions) {
  const dataDir = testFolder();
  const database = ownerUrl ? { ownerUrl, stop: async () => undefined } : await startEmbedded({ dataDir });
  const { appUrl } = await migrate({ ...database, migrationsDir: join(folder, 'db/migrations') });
  const ports: string[] = [];
  for (const _ of parts) ports.push(await lastingPort());
  /** The public address; the processes behind it answer on their own ports. */
  const origin = `http://127.0.0.1:${ports[0]}`;
  const start = ({ role, PORT }: Pick<Member, 'role' | 'PORT'>, from: string) =>
    launch(
      {
        ...{ MODE: 'staging', ROLE: role, PORT, APP_URL: origin, DATA_DIR: dataDir },
        ...{ DATABASE_URL: database.ownerUrl, ...env },
      },
      from,
    );
  const startAgain = async (member: Member, from: string) => {
    await over(member.child);
    ({ child: member.child } = await start(member, from));
    while (!(await isReady(member.baseUrl))) await pause(25);
    member.isReady = true;
  };
  const members = await Promise.all(
    parts.map(async (role, nth): Promise<Member> => {
      const PORT = ports[nth]!;
      const { child } = await start({ role, PORT }, folder);
      return { role, PORT, child, baseUrl: `http://127.0.0.1:${PORT}`, isReady: true };
    }),
  );
  return {
    appUrl,
    origin,
    /** Returns the members of this part that were not killed, as a proxy in front of them would. */
    ready: (part: Part) => members.filter(({ role, isReady }) => isReady && role === part),
    /** Kills a member during its work and restarts it at once; resolves when it answers. */
    async kill(member: Member): Promise<void> {
      member.isReady = false;
      member.child.kill('SIGKILL');
      await startAgain(member, folder);
    },
    /**
     * Stops a member as an operator does, who removes it from the proxy first, and starts it from another
     * release's folder.
     */
    async replace(member: Member, by: string): Promise<void> {
      member.isReady = false;
      await pause(UNKNOWN_TO_PROXY_MS);
      member.child.kill('SIGTERM');
      await startAgain(member, by);
    },
    /** Restarts a member as systemd does, without notifying a proxy; resolves when it is ready. */
    async restart(member: Member): Promise<void> {
      member.child.kill('SIGTERM');
      await startAgain(member, folder);
    },
    members: (): readonly Member[] => members,
    async stop(): Promise<void> {
      for (const { child } of members) child.kill('SIGTERM');
      await Promise.all(members.map(({ child }) => over(child)));
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
