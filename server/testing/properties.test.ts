import fc from 'fast-check';
import { expect, test } from 'vitest';

const small = fc.property(fc.integer(), (n) => n < 10);

function messageOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  throw new Error('it should have failed');
}

test('a failed property prints how to repeat the case', () => {
  const output = messageOf(() => fc.assert(small));
  const [, seed, path, where] = /PROPERTY_SEED=(-?\d+) PROPERTY_PATH=([\d:]+) npx vitest run (.*)/.exec(
    output,
  )!;
  expect(where).toContain('server/testing/properties.test.ts -t "a failed property prints how');
  const again = fc.check(small, { seed: Number(seed), path: path! });
  expect(output).toContain(`Counterexample: [${again.counterexample![0]}]`);
});

test('a run uses no fixed seed unless one is requested', () => {
  const { PROPERTY_SEED } = process.env;
  expect(fc.readConfigureGlobal().seed).toBe(PROPERTY_SEED ? Number(PROPERTY_SEED) : undefined);
});
