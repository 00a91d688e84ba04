const OPFS = 'files of its own (OPFS)';

/** What the studio needs of a browser, by the name that its makers use. */
const needed: [string, () => boolean][] = [
  ['a secure address (https)', () => globalThis.isSecureContext === true],
  ['VideoDecoder', () => 'VideoDecoder' in globalThis],
  ['VideoEncoder', () => 'VideoEncoder' in globalThis],
  ['AudioDecoder', () => 'AudioDecoder' in globalThis],
  ['OffscreenCanvas', () => 'OffscreenCanvas' in globalThis],
  [
    OPFS,
    () =>
      typeof globalThis.navigator?.storage?.getDirectory === 'function' &&
      'createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {}),
  ],
];

/** What this browser lacks to cut videos; empty in one that can. */
export const missingParts = (): string[] => needed.filter(([, there]) => !there()).map(([name]) => name);

/** The same for what only a try tells: private windows of some browsers have no storage. */
export const refusedParts = (): Promise<string[]> =>
  navigator.storage.getDirectory().then(
    () => [],
    () => [`${OPFS}, which a private window may refuse`],
  );
