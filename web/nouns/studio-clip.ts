/**
 * The studio exports clips into the browser's private storage (OPFS). The submission form finds them there.
 */

/** Returns the prefix that the files of this person and listing have. */
const beginning = (clipperId: string, listingId: string) => `clip-${clipperId}-${listingId}-`;

/** Returns a new file name for the browser's private storage. */
export const studioClipName = (clipperId: string, listingId: string): string =>
  `${beginning(clipperId, listingId)}${crypto.randomUUID()}.mp4`;

export const isStudioClip = (name: string): boolean => /^clip-.*\.mp4$/.test(name);

/** The part of the browser's storage that this module uses. */
export interface ClipFolder {
  keys(): AsyncIterable<string>;
  getFileHandle(name: string): Promise<{ getFile(): Promise<File> }>;
  removeEntry(name: string): Promise<void>;
}
export type Locks = Pick<LockManager, 'request'>;

/** Returns the browser's private storage. TypeScript's types don't know that it can list names. */
export const clipFolder = async (): Promise<ClipFolder> =>
  (await navigator.storage.getDirectory()) as unknown as ClipFolder;

/** Locks a file for this tab until the returned function is called or the tab closes. */
export function holdStudioClip(name: string, locks: Locks | undefined): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks?.request(name, () => held).catch(() => undefined);
  return release;
}

export interface StudioClip {
  name: string;
  file: File;
}

/**
 * Returns the last clip that this person exported for this listing, or null if there is none. Empty files are
 * ignored, because they are unfinished exports.
 */
export async function latestStudioClip(
  folder: ClipFolder,
  { clipperId, listingId }: { clipperId: string; listingId: string },
): Promise<StudioClip | null> {
  const found: StudioClip[] = [];
  for await (const name of folder.keys()) {
    if (!name.startsWith(beginning(clipperId, listingId))) continue;
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size > 0) found.push({ name, file });
  }
  return found.sort((a, b) => b.file.lastModified - a.file.lastModified)[0] ?? null;
}

/** Removes all clips except those of this person, so that the next user of this browser can't find them. */
export async function removeStudioClips(folder: ClipFolder, butOf: string | null): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) {
    if (isStudioClip(name) && !(butOf && name.startsWith(`clip-${butOf}-`))) names.push(name);
  }
  await Promise.allSettled(names.map((name) => folder.removeEntry(name)));
}
