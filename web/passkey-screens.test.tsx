import { expect, test } from 'vitest';
import { passkeyRoutes } from '#contract/accounts/passkeys.ts';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import { Passkeys } from './features/accounts/passkeys.tsx';
import { answer, rendered } from './testing/screen.tsx';

const at = new Date('2026-11-02T10:00:00Z');
const some = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({
    id: `01900000-0000-7000-8000-0000000000${10 + nth}`,
    name: `Laptop ${nth}`,
    createdAt: at,
    lastUsedAt: null,
    isSynced: true,
  }));

test('the button for another passkey looks blocked once the account has the most, and the reason is shown', async () => {
  const shown = async (count: number) => {
    const list = answer(passkeyRoutes.listPasskeys, {}, { rows: some(count) });
    const { html, text } = await rendered(<Passkeys />, [list]);
    return [
      /<button[^>]*aria-disabled="true"[^>]*>Add passkey/.test(html),
      text.includes('Remove one to add'),
    ];
  };
  expect(await shown(PASSKEYS_MAX - 1)).toEqual([false, false]);
  expect(await shown(PASSKEYS_MAX)).toEqual([true, true]);
});
