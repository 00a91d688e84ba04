const OPFS = 'files of its own (OPFS)';

/** Browser features that the studio needs, with their technical names. */
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

/** Returns the features that this browser lacks for cutting videos; empty if it has all of them. */
export const missingParts = (): string[] => needed.filter(([, there]) => !there()).map(([name]) => name);

/**
 * Returns the lacking features that can only be found by trying: in private windows some browsers have no
 * storage.
 */
export const refusedParts = (): Promise<string[]> =>
  navigator.storage.getDirectory().then(
    () => [],
    () => [`${OPFS}, which a private window may refuse`],
  );
