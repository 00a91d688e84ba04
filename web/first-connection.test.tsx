import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { answer, rendered } from '#web/testing/screen.tsx';
import { FirstConnection } from './features/connections/first-connection.tsx';

test('the last step of onboarding offers to connect by signing in or by a code, and says when it is done', async () => {
  const step = async (reply: ReplyOf<typeof routes.listConnections>) =>
    (
      await rendered(<FirstConnection offered={['youtube', 'twitch']} returnTo="/host/settings" />, [
        answer(routes.listConnections, {}, reply),
      ])
    ).text;
  const code = {
    platform: 'twitch' as const,
    handle: 'tess',
    code: 'permille-abcdefghjk',
    expiresAt: new Date('2026-11-22T12:00:00Z'),
    foundText: null,
    checkedAt: null,
  };
  const none = { rows: [], codes: [], available: [] };
  expect(await step(none)).toContain('Connect YouTube');
  expect(await step(none)).not.toContain('YouTube Terms');
  expect(await step({ ...none, available: ['youtube'] })).toContain('YouTube Terms');
  const waiting = await step({ ...none, codes: [code] });
  expect(waiting).toContain('permille-abcdefghjk');
  expect(waiting).toContain('Your Twitch handle');
});
