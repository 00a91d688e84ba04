import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DiscordWebhook } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#server/infra/clock.ts';
import { settle } from '#server/modules/earnings/earnings.ts';
import type { TestActor } from '#server/testing/actor.ts';
import { count, fund, testClip, testListing } from '#server/testing/clips.ts';
import { noticesOf } from '#server/testing/notices.ts';
import { type WebhookWorld, webhookWorld, worldClock } from '#server/testing/webhook-world.ts';
import type { DiscordMessage, DiscordWebhook as SimulatedWebhook } from '#simulator/discord/state.ts';
import { type Simulator, startSimulator } from '#simulator/simulator.ts';

const clock = worldClock();
let simulator: Simulator;
let world: WebhookWorld;
let people = 0;
let ana: TestActor;
let webhook: SimulatedWebhook;
beforeAll(async () => {
  simulator = await startSimulator({ clock, stateFile: null });
  world = await webhookWorld({ clock, discord: simulator.discord });
});
beforeEach(async () => {
  people += 1;
  ana = await world.person('host', `ana_${people}`);
  webhook = await simulator.onDiscord.makeWebhook(`clips-${people}`);
});
afterEach(async () => {
  await simulator.setFault({ service: 'discord', mode: 'ok', minutes: 1 });
  await world.db.deleteFrom('webhook_endpoints').execute();
});
afterAll(async () => {
  await world.close();
  await simulator.stop();
});

const ALL = ['listing.posted', 'listing.topped_up', 'leaderboard.weekly'];
const addressOf = ({ id, token }: SimulatedWebhook) => `${simulator.discord.base}/webhooks/${id}/${token}`;
const add = (who: TestActor, url: string, kinds = ALL) =>
  world.call(who, 'POST', 'host/discord-webhooks', { name: '#clips', url, kinds });
const channels = async (who = ana): Promise<DiscordWebhook[]> =>
  (await world.call(who, 'GET', 'host/discord-webhooks')).rows;
const posted = (): DiscordMessage[] => simulator.onDiscord.messagesIn(webhook.channel);
const kinds = async () => (await noticesOf(world.db, ana.userId)).map(({ kind }) => kind);

/** Adds a channel and delivers its first message. */
async function channel(): Promise<string> {
  const { id } = await add(ana, addressOf(webhook));
  await world.tick();
  expect(posted()).toHaveLength(1);
  clock.advance(10 * SECOND);
  return id;
}

const offer = (title: string, hostId = ana.accountId) =>
  testListing(world.db, clock.now(), { hostId }).then(async (listing) => {
    await world.db.updateTable('listings').set({ title }).where('id', '=', listing.id).execute();
    return listing;
  });

test('200: posts a first message to a new channel at once, and keeps its address sealed and hidden', async () => {
  const made = await add(ana, addressOf(webhook));
  expect(made).toMatchObject({ status: 200 });
  await world.tick();
  expect(posted()).toMatchObject([{ content: 'Permille can post in this channel.', calls: [] }]);
  const shown = await world.call(ana, 'GET', 'host/discord-webhooks');
  expect(shown).toMatchObject({
    isOffered: true,
    rows: [{ id: made.id, name: '#clips', kinds: ALL, state: 'enabled', disabledReason: null }],
  });
  expect(JSON.stringify(shown)).not.toContain(webhook.token);
  const [kept] = await world.db.selectFrom('webhook_endpoints').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(webhook.token);
  expect(kept).toMatchObject({ url: `https://discord.com/api/webhooks/${webhook.id}`, format: 'discord' });
  const log = await world.log(ana, made.id);
  expect(log).toMatchObject([{ state: 'delivered', lastStatus: 200, payload: null }]);
  expect(JSON.stringify(log)).not.toContain(webhook.token);
  const [notice] = await noticesOf(world.db, ana.userId);
  expect(notice).toMatchObject({
    kind: 'webhook.added',
    link: '/host/settings/notifications#discord',
    mail: 'waiting',
  });
  expect(notice!.body).not.toContain(webhook.id);
});

const TOKEN = 'a'.repeat(68);
test.each([
  `http://discord.com/api/webhooks/110000000000000001/${TOKEN}`,
  `https://discord.com.evil.example/api/webhooks/110000000000000001/${TOKEN}`,
  `https://discord.com:8443/api/webhooks/110000000000000001/${TOKEN}`,
  `https://me:you@discord.com/api/webhooks/110000000000000001/${TOKEN}`,
  `https://discord.com/api/webhooks/110000000000000001/${TOKEN}/../../../users`,
  `https://discord.com/api/webhooks/110000000000000001`,
  `https://discord.com/api/webhooks/110000000000000001/${TOKEN}?thread_id=1%26wait`,
  'https://169.254.169.254/api/webhooks/110000000000000001/x',
  'not an address',
])('400: refuses %s, which is no Discord webhook', async (url) => {
  const refused = await add(ana, url);
  expect(refused).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(JSON.stringify(refused.fields)).toContain('url');
  expect(JSON.stringify(refused)).not.toContain(TOKEN);
});

test.each(['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com/api/v10'])(
  '200: accepts an address that begins with %s',
  async (host) => {
    const begin = `https://${host}${host.includes('/') ? '' : '/api'}`;
    const url = `${begin}/webhooks/${webhook.id}/${TOKEN}?thread_id=${webhook.channelId}`;
    expect(await add(ana, url)).toMatchObject({ status: 200 });
    const [kept] = await world.db.selectFrom('webhook_endpoints').select('url').execute();
    expect(kept!.url).toBe(`https://discord.com/api/webhooks/${webhook.id}?thread_id=${webhook.channelId}`);
  },
);

test('announces new listings and added budget of this host only, and mentions nobody', async () => {
  await channel();
  const other = await world.person('host', `other_${people}`);
  await offer('Of somebody else', other.accountId);
  const listing = await offer('@everyone **free** <@1> [x](https://evil.example)\n# now');
  await world.tick();
  expect(posted()).toHaveLength(2);
  const message = posted()[1]!;
  expect(message).toMatchObject({
    content: 'A new listing',
    calls: [],
    embeds: [
      {
        title: '\\@everyone \\*\\*free\\*\\* \\<\\@1\\> \\[x\\]\\(https\\://evil\\.example\\) \\# now',
        url: `http://localhost:3000/listings/${listing.id}`,
        fields: [
          { name: 'Pays', value: '$2.00 per 1,000 verified views' },
          { name: 'Free budget', value: '$100.00 of $100.00' },
          { name: 'Takes', value: expect.any(String) },
        ],
        footer: { text: `@ana_${people} on Permille` },
      },
    ],
  });
  await fund(world.db, listing, 50_000_000n as never, clock.now());
  await world.tick();
  expect(posted()[2]).toMatchObject({
    content: 'A listing has more budget',
    embeds: [{ fields: [{}, { value: '$150.00 of $150.00' }, {}] }],
  });
});

test('announces neither kinds that are not chosen nor a listing that has ended meanwhile', async () => {
  const { id } = await add(ana, addressOf(webhook), ['listing.posted']);
  await world.tick();
  clock.advance(MINUTE);
  const listing = await offer('Soon over');
  await fund(world.db, listing, 50_000_000n as never, clock.now());
  const over = { state: 'ended' as const, ended_at: clock.now() };
  await world.db.updateTable('listings').set(over).where('id', '=', listing.id).execute();
  await world.tick();
  expect(posted()).toHaveLength(1);
  expect(await world.log(ana, id)).toMatchObject([
    { kind: 'listing.posted', state: 'failed', lastError: expect.stringContaining('nothing left to report') },
    { kind: 'webhook.test', state: 'delivered' },
  ]);
  expect(await channels()).toMatchObject([{ state: 'enabled', consecutiveFailures: 0 }]);
});

test('posts the leaderboard once on Mondays at noon, with clippers whose views are public', async () => {
  await channel();
  const listing = await offer('Night run');
  const clipper = async (name: string, views: number) => {
    const person = await world.person('clipper', `${name}_${people}`);
    const clip = { listingId: listing.id, clipperId: person.accountId, approvedAt: clock.now() };
    const id = await testClip(world.db, clip);
    await count(world.db, id, views, clock.now());
    return person;
  };
  await clipper('tess', 3_000);
  await clipper('carl', 9_000);
  const shy = await clipper('shy', 20_000);
  await world.db
    .updateTable('profiles')
    .set({ earnings_hidden: true })
    .where('user_id', '=', shy.accountId)
    .execute();
  await settle(world.db, clock.now(), { listingId: listing.id });
  await world.tick();
  const before = posted().length;
  clock.advance(2 * HOUR);
  for (let n = 0; n < 3; n++) await world.tick();
  expect(posted()).toHaveLength(before + 1);
  expect(posted().at(-1)).toMatchObject({
    embeds: [
      {
        description: `1. **carl\\_${people}** · 9,000 views · 1 clip\n2. **tess\\_${people}** · 3,000 views · 1 clip`,
      },
    ],
  });
  // The second week has no views, so nothing is posted after it.
  clock.advance(14 * DAY);
  await world.tick();
  expect(posted()).toHaveLength(before + 1);
});

test('429: sends rate-limited messages when Discord allows, in order, and counts no failure', async () => {
  const id = await channel();
  for (let n = 1; n <= 8; n++) await offer(`Number ${n}`);
  await world.tick();
  expect(posted()).toHaveLength(6);
  expect(await channels()).toMatchObject([{ state: 'enabled', consecutiveFailures: 0 }]);
  const limited = (await world.log(ana, id)).find(({ lastStatus }) => lastStatus === 429);
  expect(limited).toMatchObject({ state: 'waiting', attempts: 0 });
  await world.rounds(6);
  expect(posted()).toHaveLength(9);
  expect(new Set(posted().map(({ embeds }) => embeds[0]?.title)).size).toBe(9);
  expect(await kinds()).toEqual(['webhook.added']);
});

test('429 for everything: sends to no channel until the limit is over', async () => {
  await channel();
  const other = await world.person('host', `other_${people}`);
  await add(other, addressOf(await simulator.onDiscord.makeWebhook('elsewhere')));
  await world.tick();
  await simulator.setFault({ service: 'discord', mode: 'rate-limited', minutes: 1 });
  await offer('While limited');
  await world.tick();
  const until = clock.now().getTime() + 30 * SECOND;
  for (const who of [ana, other]) {
    const [one] = await channels(who);
    expect(new Date(one!.pausedUntil!).getTime()).toBe(until);
    expect(one).toMatchObject({ state: 'enabled', consecutiveFailures: 0 });
  }
  clock.advance(MINUTE);
  await world.tick();
  expect(posted()).toHaveLength(2);
});

test.each(['deleted', 'given another token'])(
  'disables a webhook that was %s at once and notifies its host; a new address enables it again',
  async (what) => {
    const id = await channel();
    if (what === 'deleted') await simulator.onDiscord.removeWebhook(webhook.id);
    else webhook.token = 'b'.repeat(68);
    await offer('Too late');
    await world.tick();
    expect(await channels()).toMatchObject([{ state: 'disabled', disabledReason: 'gone' }]);
    expect(await noticesOf(world.db, ana.userId)).toMatchObject([
      { kind: 'webhook.added' },
      { kind: 'webhook.turned_off', link: '/host/settings/notifications#discord', mail: 'waiting' },
    ]);
    const next = await simulator.onDiscord.makeWebhook(`next-${people}`);
    const change = { name: '#next', url: addressOf(next), kinds: ALL };
    const path = `host/discord-webhooks/${id}`;
    expect(await world.call(ana, 'PATCH', path, change)).toMatchObject({ status: 200 });
    expect(await channels()).toMatchObject([{ name: '#next', state: 'enabled', disabledReason: null }]);
    clock.advance(MINUTE);
    await world.tick();
    expect(simulator.onDiscord.messagesIn(next.channel)).toHaveLength(1);
  },
);

test('retries after a server error, as with any endpoint', async () => {
  const id = await channel();
  await simulator.setFault({ service: 'discord', mode: 'down', minutes: 1 });
  await offer('While down');
  await world.tick();
  expect(await channels()).toMatchObject([{ state: 'enabled', consecutiveFailures: 1 }]);
  clock.advance(2 * MINUTE);
  await world.tick();
  expect(posted()).toHaveLength(2);
  expect((await world.log(ana, id))[0]).toMatchObject({ state: 'delivered', attempts: 2 });
});

test('404: for other hosts, and for routes of the other kind of endpoint', async () => {
  const id = await channel();
  const eve = await world.person('host', `eve_${people}`);
  const body = { name: '#mine', url: null, kinds: ['listing.posted'] };
  expect(await world.call(eve, 'PATCH', `host/discord-webhooks/${id}`, body)).toMatchObject({ status: 404 });
  const standard = { url: 'https://hooks.example.com/', kinds: ['listing.posted'] };
  expect(await world.call(ana, 'PATCH', `webhook-endpoints/${id}`, standard)).toMatchObject({ status: 404 });
  expect(await world.call(ana, 'POST', `webhook-endpoints/${id}/secret`)).toMatchObject({ status: 404 });
  expect(await world.endpoints(ana)).toEqual([]);
  const own = await world.create(ana, standard.url, standard.kinds);
  const path = `host/discord-webhooks/${own.id}`;
  expect(await world.call(ana, 'PATCH', path, body)).toMatchObject({ status: 404 });
  expect(await channels(eve)).toEqual([]);
  const tess = await world.person('clipper');
  expect(await world.call(tess, 'GET', 'host/discord-webhooks')).toMatchObject({ status: 403 });
});

test('404: offers and adds nothing without keys of Discord', async () => {
  const without = await webhookWorld();
  const host = await without.person('host');
  expect(await without.call(host, 'GET', 'host/discord-webhooks')).toMatchObject({
    isOffered: false,
    rows: [],
  });
  const body = { name: '#clips', url: addressOf(webhook), kinds: ALL };
  expect(await without.call(host, 'POST', 'host/discord-webhooks', body)).toMatchObject({ status: 404 });
  await without.close();
});
