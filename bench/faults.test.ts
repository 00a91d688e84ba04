import { expect, test } from 'vitest';
import { buildServerWhenStale } from '../scripts/steps/build.mjs';
import { runFaults } from './faults/rounds.ts';

const SEED = 7;

test('killing the server, and then its database, during all kinds of money movements loses nothing and does nothing twice', async () => {
  await buildServerWhenStale();
  const outcome = await runFaults(2, SEED);
  expect(outcome).toMatchObject({ lost: [], twice: [], outside: [], broken: [] });
  expect(outcome.acknowledged).toBeGreaterThan(10);
}, 300_000);
