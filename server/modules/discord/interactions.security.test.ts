import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DiscordWorld, discordWorld } from '#server/testing/discord-world.ts';
import { interactionOf, timestampOf } from '#simulator/discord/interact.ts';

let world: DiscordWorld;
beforeAll(async () => {
  world = await discordWorld();
});
afterAll(() => world.close());

const ANA = '500000000000000001';
const ping = () => JSON.stringify({ type: 1, application_id: world.onDiscord.applicationId });
const command = () =>
  JSON.stringify(
    interactionOf(
      world.onDiscord,
      { userId: ANA, userName: 'ana', command: 'balance' },
      'a-token-of-discord',
    ),
  );

test('answers Discord’s ping as required, and a forged one with 401', async () => {
  const reply = await world.send(ping());
  expect([reply.status, await reply.json()]).toEqual([200, { type: 1 }]);
  const forged = await world.send(ping(), { 'x-signature-ed25519': '0'.repeat(128) });
  expect([forged.status, await forged.text()]).toEqual([401, 'invalid request signature']);
});

test('refuses a signature of another key, body or time, and a missing one', async () => {
  const body = command();
  const timestamp = timestampOf(world.onDiscord);
  const { privateKey } = generateKeyPairSync('ed25519');
  const foreign = sign(null, Buffer.from(timestamp + body), privateKey).toString('hex');
  const own = sign(null, Buffer.from(timestamp + ping()), world.onDiscord.privateKey).toString('hex');
  const later = String(Number(timestamp) + 1);
  const wrong: Record<string, string>[] = [
    { 'x-signature-ed25519': foreign },
    { 'x-signature-ed25519': own },
    { 'x-signature-timestamp': later },
    { 'x-signature-timestamp': '' },
    { 'x-signature-ed25519': '' },
    { 'x-signature-ed25519': 'zz' },
  ];
  for (const headers of wrong) expect((await world.send(body, headers)).status).toBe(401);
});

test('refuses a message older than five minutes or from the future', async () => {
  for (const minutes of [-4, 0, 4]) expect((await world.send(command(), {}, minutes)).status).toBe(200);
  for (const minutes of [-6, 6, 60]) expect((await world.send(command(), {}, minutes)).status).toBe(401);
});

test('refuses a message that is too long, and a signed one of unknown form, without a server error', async () => {
  expect((await world.send('x'.repeat(65 * 1024))).status).toBe(413);
  const other = { ...JSON.parse(command()), application_id: '999999999999999999' };
  const bodies = ['', 'null', '[]', '{"type":2}', '{"type":3}', JSON.stringify(other)];
  const nobody = { ...JSON.parse(command()), member: undefined };
  for (const body of [...bodies, JSON.stringify(nobody)]) expect((await world.send(body)).status).toBe(400);
});

test('refuses the seventh code of an hour, even the right one, so that codes can’t be guessed', async () => {
  const tess = await world.person('clipper', 'tess');
  const { code } = await world.call(tess, 'POST', 'discord-link/code');
  const eve = '500000000000000002';
  for (let n = 0; n < 6; n++)
    expect((await world.type(eve, 'link', { code: `WRONG-${n}` })).content).toContain('wrong or has expired');
  expect((await world.type(eve, 'link', { code })).content).toContain('tried too often');
  expect(await world.call(tess, 'GET', 'discord-link')).toMatchObject({ link: null });
});

test('a banned person’s Discord account gets no figures, and a linked account can’t be taken over', async () => {
  const carl = await world.person('clipper', 'carl');
  const discordId = '500000000000000003';
  expect(await world.link(carl, discordId)).toContain('Linked.');
  const mallory = await world.person('clipper', 'mallory');
  expect(await world.link(mallory, discordId)).toContain('linked to another account');
  const banned = (at: Date | null) =>
    world.db.updateTable('users').set({ banned_at: at }).where('id', '=', carl.userId).execute();
  await banned(world.clock.now());
  expect((await world.type(discordId, 'balance')).content).toContain('Link your account first');
  await banned(null);
  expect((await world.type(discordId, 'balance')).content).toContain('Available');
});
