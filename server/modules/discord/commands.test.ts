import { afterAll, beforeAll, expect, test } from 'vitest';
import { centsToMicros } from '#contract/money.ts';
import { MINUTE } from '#server/infra/clock.ts';
import { testAvailable } from '#server/testing/available-earnings.ts';
import { testListing } from '#server/testing/clips.ts';
import { type DiscordWorld, discordWorld } from '#server/testing/discord-world.ts';
import { noticesOf } from '#server/testing/notices.ts';
import type { Shown } from '#simulator/discord/interact.ts';
import { discordCommands, findApplicationFaults, registerCommands } from './discord.ts';

let world: DiscordWorld;
beforeAll(async () => {
  world = await discordWorld();
});
afterAll(() => world.close());

let accounts = 0;
const account = () => `60000000000000${String(++accounts).padStart(4, '0')}`;

/** Waits until the answer has replaced “Thinking…”. */
const answered = ({ asked }: Shown) => expect.poll(() => asked.state, { timeout: 20_000 }).toBe('answered');

async function offered(title: string, username: string): Promise<string> {
  const host = await world.person('host', username);
  const { id } = await testListing(world.db, world.clock.now(), { hostId: host.accountId });
  const set = { title, search_text: title };
  await world.db.updateTable('listings').set(set).where('id', '=', id).execute();
  return id;
}

test('shows open listings to anybody, escaped, with links, visible only to the person who asked', async () => {
  const id = await offered('Night *run* [x](https://evil.example) @everyone', 'ana');
  const shown = await world.type(account(), 'listings', {}, { isDirect: true });
  expect(shown).toMatchObject({ state: 'answered', isPrivate: true });
  const text = JSON.stringify(shown.embeds);
  expect(text).toContain(`http://localhost:3000/listings/${id}`);
  expect(text).toContain('$2.00 per 1,000 verified views');
  expect(text).not.toContain('](https://evil');
  expect((await world.type(account(), 'listings', { words: 'zzz' })).content).toContain('No open listing');
});

test('a code from Settings links the account once, and its balance is then shown only to it', async () => {
  const tess = await world.person('clipper', 'tess');
  const [hers, other] = [account(), account()];
  expect((await world.type(hers, 'balance')).content).toContain('Link your account first');
  const { code, expiresAt } = await world.call(tess, 'POST', 'discord-link/code');
  expect(new Date(expiresAt).getTime()).toBe(world.clock.now().getTime() + 10 * MINUTE);
  const kept = await world.db.selectFrom('discord_link_codes').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(code);
  const linked = await world.type(hers, 'link', { code: ` ${code.toLowerCase().replace('-', ' ')} ` });
  expect(linked).toMatchObject({ isPrivate: true, content: expect.stringContaining('Linked.') });
  expect((await world.type(other, 'link', { code })).content).toContain('wrong or has expired');
  expect(await noticesOf(world.db, tess.userId)).toMatchObject([
    { kind: 'discord.linked', link: '/clipper/settings/accounts#discord-account', mail: 'waiting' },
  ]);
  await testAvailable(world.db, {
    clipperId: tess.accountId,
    amount: centsToMicros(1_234),
    now: world.clock.now(),
  });
  const balance = await world.type(hers, 'balance');
  expect(balance).toMatchObject({ state: 'answered', isPrivate: true });
  expect(balance.content).toContain('**Available** $12.34');
  expect((await world.type(other, 'balance')).content).not.toContain('$');
  expect(await world.call(tess, 'GET', 'discord-link')).toMatchObject({
    isOffered: true,
    link: { name: `name${hers.slice(-2)}` },
  });
  expect(await world.call(tess, 'DELETE', 'discord-link')).toMatchObject({ status: 200 });
  expect((await world.type(hers, 'balance')).content).toContain('Link your account first');
});

test('a code links nobody after ten minutes or after a newer code was made', async () => {
  const tess = await world.person('clipper', 'tessa');
  const first = await world.call(tess, 'POST', 'discord-link/code');
  const second = await world.call(tess, 'POST', 'discord-link/code');
  expect((await world.type(account(), 'link', { code: first.code })).content).toContain(
    'wrong or has expired',
  );
  world.clock.advance(10 * MINUTE);
  expect((await world.type(account(), 'link', { code: second.code })).content).toContain(
    'wrong or has expired',
  );
});

test('a host reads the host’s own figures, and can’t submit', async () => {
  const host = await world.person('host', 'bert');
  const his = account();
  await world.link(host, his);
  expect((await world.type(his, 'balance')).content).toContain('**Balance** $0.00');
  expect((await world.type(his, 'submit', { listing: 'x', post: 'y' })).content).toContain('Only clippers');
  expect((await world.type(his, 'unlink')).content).toBe('Unlinked.');
  expect((await world.type(his, 'unlink')).content).toContain('No account');
});

test('checks a post and links the page that submits it, but submits nothing', async () => {
  const listingId = await offered('Harbor lights', 'harald');
  const cleo = await world.person('clipper', 'cleo');
  const hers = account();
  await world.link(cleo, hers);
  const suggested = await world.type(hers, 'submit', { listing: 'harbor' }, { typing: 'listing' });
  expect(suggested).toMatchObject({ state: 'suggested', suggestions: [{ value: listingId }] });
  const post = 'https://www.tiktok.com/@cleo/video/7300000000000000001';
  const shown = await world.type(hers, 'submit', { listing: listingId, post });
  expect(shown.state).toBe('thinking');
  await answered(shown);
  expect(shown.asked).toMatchObject({ isPrivate: true });
  expect(shown.asked.content).toContain('This post would not be taken');
  expect(shown.asked.content).toContain(
    `http://localhost:3000/clipper/submit?listing=${listingId}&url=${encodeURIComponent(post)}`,
  );
  const unknown = await world.type(hers, 'submit', { listing: 'nothing like it', post });
  await answered(unknown);
  expect(unknown.asked.content).toContain('More than one listing, or none');
  expect(
    await world.db.selectFrom('submissions').selectAll().where('clipper_id', '=', cleo.accountId).execute(),
  ).toEqual([]);
});

test('limits a person who types too fast', async () => {
  const fast = account();
  for (let n = 0; n < 20; n++) await world.type(fast, 'unlink');
  expect((await world.type(fast, 'listings')).content).toContain('too much at once');
});

test('Discord accepts the commands, and a wrong application is named', async () => {
  const bot = { ...world.simulator.discord };
  expect(await registerCommands(bot)).toBeNull();
  expect(world.simulator.onDiscord.world.state.discord.commands.map(({ name }) => name)).toEqual(
    discordCommands.map(({ name }) => name),
  );
  expect(await registerCommands({ ...bot, botToken: 'wrong' })).toContain('401');
  const appUrl = world.onDiscord.target!.replace('/webhooks/discord', '');
  expect(await findApplicationFaults(bot, appUrl)).toEqual([]);
  expect(await findApplicationFaults({ ...bot, publicKey: '0'.repeat(64) }, 'https://else.example')).toEqual([
    'DISCORD_PUBLIC_KEY is not the public key of the application',
    'its interactions endpoint is not https://else.example/webhooks/discord',
  ]);
});
