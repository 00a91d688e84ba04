import { dollars } from '../money.ts';

/** Collects the differences between the model and the API. */
export class Differences {
  readonly found: string[] = [];
  compared = 0;

  same(
    what: string,
    expected: string | number | boolean | null,
    seen: string | number | boolean | null,
  ): void {
    this.compared++;
    if (expected !== seen) this.found.push(`${what}: expected ${expected}, seen ${seen}`);
  }

  /** Compares an amount; `seen` is in the API's form. */
  amount(what: string, expected: bigint, seen: string): void {
    this.compared++;
    if (expected === BigInt(seen)) return;
    this.found.push(`${what}: expected ${dollars(expected)}, seen ${dollars(BigInt(seen))}`);
  }
}
