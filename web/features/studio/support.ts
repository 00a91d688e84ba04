/** What the studio needs of a browser, by the name that its makers use. */
const needed: [string, () => boolean][] = [
  ['a secure address (https)', () => globalThis.isSecureContext === true],
  ['VideoDecoder', () => 'VideoDecoder' in globalThis],
  ['VideoEncoder', () => 'VideoEncoder' in globalThis],
  ['AudioDecoder', () => 'AudioDecoder' in globalThis],
  ['OffscreenCanvas', () => 'OffscreenCanvas' in globalThis],
  ['files of its own (OPFS)', () => typeof globalThis.navigator?.storage?.getDirectory === 'function'],
];

/** What this browser lacks to cut videos; empty in one that can. */
export const missingParts = (): string[] => needed.filter(([, there]) => !there()).map(([name]) => name);
