import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#db/embedded-pidfile.ts';

/**
 * Lets one process at a time write into a backup folder. The lock of a killed process of this machine is
 * taken over.
 * @returns a function that releases the lock
 * @throws one sentence when another process holds the lock
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'lock');
  const mine = `${process.pid} ${hostname()}`;
  for (let attempt = 1; ; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(mine);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const [pid = '', host = ''] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
    if (attempt > 1 || host !== hostname() || isAlive(Number(pid)))
      throw new Error(
        `Another backup into ${folder} is under way (process ${pid} on ${host}): wait for it, or remove ${path} if there is none.`,
      );
    await rm(path, { force: true });
  }
}
