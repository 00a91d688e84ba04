import { expect, test } from 'vitest';
import { discordRoutes } from '#contract/discord.ts';
import { ApiError } from './api/client.ts';
import { DiscordAccount } from './features/discord/discord-account.tsx';
import { type Answer, answer, failure, rendered } from './testing/screen.tsx';

const panel = async (...answers: Answer[]) => (await rendered(<DiscordAccount />, answers)).text;
const link = { name: 'tess', linkedAt: new Date('2026-11-20T12:00:00Z') };
const panelOf = (isOffered: boolean, linked: typeof link | null) =>
  panel(
    answer(
      discordRoutes.showDiscordLink,
      {},
      { isOffered, addUrl: isOffered ? 'https://discord.com/oauth2/authorize' : null, link: linked },
    ),
  );

test('the Discord account can be linked or unlinked, or is not offered, and the page says when it did not load', async () => {
  expect(await panelOf(false, null)).toBe('');
  expect(await panelOf(true, null)).toMatch(
    /Add the commands to a server .*No account is linked yet. Link account/,
  );
  expect(await panelOf(true, link)).toMatch(/tess linked .*Unlink/);
  const lost = new ApiError({
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Broken',
    detail: 'x',
  });
  expect(await panel(failure(discordRoutes.showDiscordLink, {}, lost))).toContain(
    'Your Discord account did not load.',
  );
});
