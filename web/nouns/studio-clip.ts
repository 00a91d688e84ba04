/** Clips that the studio exported lie in the browser's own storage, where the submission finds them. */

/** Of what clips of this person and listing are named after. */
const beginning = (clipperId: string, listingId: string) => `clip-${clipperId}-${listingId}-`;

/** A new name in the browser's own storage. */
export const studioClipName = (clipperId: string, listingId: string): string =>
  `${beginning(clipperId, listingId)}${crypto.randomUUID()}.mp4`;

export const isStudioClip = (name: string): boolean => /^clip-.*\.mp4$/.test(name);

/** The part of the browser's storage and locks that is used here. */
export interface ClipFolder {
  keys(): AsyncIterable<string>;
  getFileHandle(name: string): Promise<{ getFile(): Promise<File> }>;
  removeEntry(name: string): Promise<void>;
}
export type Locks = Pick<LockManager, 'request'>;

/** The browser's own storage; TypeScript does not know that a folder lists its names. */
export const clipFolder = async (): Promise<ClipFolder> =>
  (await navigator.storage.getDirectory()) as unknown as ClipFolder;

/** Holds a file for this tab until the returned function is called or the tab is gone. */
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

/** The clip that this person exported last for this listing; null without one. An unfinished one is empty. */
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

/** Removes the clips of everybody, or of all but this person: who sits here next is not to find them. */
export async function removeStudioClips(folder: ClipFolder, butOf: string | null): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) {
    if (isStudioClip(name) && !(butOf && name.startsWith(`clip-${butOf}-`))) names.push(name);
  }
  await Promise.allSettled(names.map((name) => folder.removeEntry(name)));
}
