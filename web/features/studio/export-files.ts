import { type ClipFolder, isStudioClip, type Locks } from '#web/nouns/studio-clip.ts';

const DAY_MS = 86_400_000;

/**
 * Removes clips of closed tabs, so that they don't fill the disk. They were downloaded or are not wanted.
 * Clips that an open tab has locked are kept. If the browser has no locks, clips are removed after a day.
 */
export async function forgetOlder(
  folder: ClipFolder,
  locks: Locks | undefined,
  now = Date.now(),
): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) if (isStudioClip(name)) names.push(name);
  await Promise.allSettled(
    names.map(async (name) => {
      if (locks)
        return await locks.request(name, { ifAvailable: true }, (lock) =>
          lock ? folder.removeEntry(name) : undefined,
        );
      const { lastModified } = await (await folder.getFileHandle(name)).getFile();
      if (now - lastModified > DAY_MS) await folder.removeEntry(name);
    }),
  );
}
