import type { Read } from '../facts.ts';
import type { World } from '../world.ts';

/** Returns the model's and the server's details of the clips and listings that differ, for debugging. */
export function explain({ books }: World, { receipts, holds }: Read, found: string[]): string[] {
  const isNamed = (...names: string[]) => found.some((line) => names.some((name) => line.includes(name)));
  const clips = [...books.clips.values()].filter(({ id, listingId }) => {
    const { title } = books.listings.get(listingId)!;
    return isNamed(id, listingId, `${title} `);
  });
  return clips.map(({ snapshots, steps, ...clip }) => {
    const receipt = receipts.get(clip.id);
    const seen = receipt && {
      ...receipt,
      holds: holds.get(clip.id),
      verdict: [receipt.verdict.band, receipt.verdict.score],
      accruals: receipt.accruals.slice(-3),
      snapshots: [],
      recomputation: [],
    };
    const expected = { ...clip, counts: snapshots.slice(-3), steps: steps.slice(-3) };
    return `model ${json(expected)}\n  server ${json(seen)}`;
  });
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? one.toString() : one));
