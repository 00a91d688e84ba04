/** The part of the browser's storage and locks that is used here. */
interface Folder {
  keys(): AsyncIterable<string>;
  getFileHandle(name: string): Promise<{ getFile(): Promise<{ lastModified: number }> }>;
  removeEntry(name: string): Promise<void>;
}
type Locks = Pick<LockManager, 'request'>;

const isClip = (name: string) => /^clip-.*\.mp4$/.test(name);
const DAY_MS = 86_400_000;

/** Holds a file for this tab until the returned function is called or the tab is gone. */
export function holdFile(name: string, locks: Locks | undefined): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks?.request(name, () => held).catch(() => undefined);
  return release;
}

/**
 * Removes clips of tabs that are gone: they were downloaded or given up and must not fill the disk. What a tab holds stays.
 * Where the browser has no locks, a day passes first.
 */
export async function forgetOlder(folder: Folder, locks: Locks | undefined, now = Date.now()): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) if (isClip(name)) names.push(name);
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
