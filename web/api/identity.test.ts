import { expect, test } from 'vitest';
import { askIdentityBy, confirmIdentity } from './identity.ts';

test('who acts before the dialog is there is asked as soon as it comes', async () => {
  const confirmed = confirmIdentity();
  const leave = askIdentityBy(async () => true);
  expect(await confirmed).toBe(true);
  leave();
  const canceled = confirmIdentity();
  askIdentityBy(async () => false)();
  expect(await canceled).toBe(false);
});
