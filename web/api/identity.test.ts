import { expect, test } from 'vitest';
import { askIdentityBy, confirmIdentity } from './identity.ts';

test('a call made before the dialog has loaded asks for identity as soon as the dialog has loaded', async () => {
  const confirmed = confirmIdentity();
  const leave = askIdentityBy(async () => true);
  expect(await confirmed).toBe(true);
  leave();
  const canceled = confirmIdentity();
  askIdentityBy(async () => false)();
  expect(await canceled).toBe(false);
});
