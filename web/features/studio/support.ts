const OPFS = 'files of its own (OPFS)';

/** Browser features that the studio needs, by their technical names. */
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

/** Features that this browser lacks for cutting videos; empty when it has all. */
export const missingParts = (): string[] => needed.filter(([, there]) => !there()).map(([name]) => name);

/** Features that only a try can test: private windows of some browsers have no storage. */
export const refusedParts = (): Promise<string[]> =>
  navigator.storage.getDirectory().then(
    () => [],
    () => [`${OPFS}, which a private window may refuse`],
  );
