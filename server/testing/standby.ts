import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCluster } from '#db/copy-cluster.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { restoreCluster } from '#db/restore-cluster.ts';
import { testFolder } from '#db/test-folder.ts';

/** Starts a separate PostgreSQL and a hot standby that follows it; `close` ends both. */
export async function startStandby() {
  const folder = testFolder();
  // The primary flushes as in production, so an acknowledged commit is in the log of changes.
  const primary = await startEmbedded({ dataDir: join(folder, 'primary') });
  const { ownerUrl, appPassword } = primary;
  const { appUrl } = await migrate({ ownerUrl, appPassword });
  await copyTo(join(folder, 'standby'), { ownerUrl, from: join(folder, 'primary', 'postgres') });
  const standby = await startEmbedded({ dataDir: join(folder, 'standby'), sync: false });
  return {
    appUrl,
    ownerUrl,
    standbyUrl: atHostOf(standby.ownerUrl, appUrl),
    standbyOwnerUrl: standby.ownerUrl,
    stopStandby: () => standby.stop(),
    async close() {
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the URL with the host of another server and the same login. */
function atHostOf(other: string, url: string): string {
  const moved = new URL(url);
  moved.searchParams.set('host', new URL(other).searchParams.get('host')!);
  return moved.href;
}

/** Makes a standby, which is a copy of the primary with the primary's address. */
async function copyTo(
  dataDir: string,
  { ownerUrl, from }: { ownerUrl: string; from: string },
): Promise<void> {
  const files = new Map<string, Buffer>();
  const copied = await copyCluster({ ownerUrl, folder: from }, async (path, content) => {
    files.set(path, typeof content === 'string' ? readFileSync(content) : content);
    return true;
  });
  const settings = 'postgresql.auto.conf';
  files.set(settings, Buffer.concat([files.get(settings)!, Buffer.from(followed(ownerUrl))]));
  files.set('standby.signal', Buffer.alloc(0));
  mkdirSync(dataDir);
  const listed = [...files].map(([path, { length: bytes }]) => ({ path, bytes }));
  await restoreCluster(dataDir, { ...copied, files: listed }, async (path, to) => {
    writeFileSync(to, files.get(path)!, { mode: 0o600 });
  });
}

function followed(ownerUrl: string): string {
  const { searchParams, port, username, password } = new URL(ownerUrl);
  const host = searchParams.get('host');
  return `primary_conninfo = 'host=${host} port=${port || 5432} user=${username} password=${password}'\n`;
}
