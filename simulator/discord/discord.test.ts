import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, jsonBody, startTrial, type TestClock } from '../trial.ts';
import type { DiscordWebhook } from './state.ts';

let simulator: Simulator;
let clock: TestClock;
let webhook: DiscordWebhook;
beforeAll(async () => {
  ({ simulator, clock } = await startTrial());
  webhook = await simulator.onDiscord.makeWebhook('clips');
});
afterAll(() => simulator.stop());

const at = (path: string) => `${simulator.discord.base}/v10/${path}`;
const post = async (body: unknown, { id, token } = webhook, query = '?wait=true') => {
  clock.advanceHours(1);
  return await call(at(`webhooks/${id}/${token}${query}`), jsonBody(body));
};

test('a message is kept and shown, and allowed_mentions decides whom it notifies', async () => {
  const loud = await post({ content: '@everyone look, <@123>' });
  expect(loud).toMatchObject({ status: 200, json: { mention_everyone: true, mentions: [{ id: '123' }] } });
  const quiet = await post({ content: '@everyone look, <@123>', allowed_mentions: { parse: [] } });
  expect(quiet).toMatchObject({ status: 200, json: { mention_everyone: false, mentions: [] } });
  expect((await post({ content: 'unseen' }, webhook, '')).status).toBe(204);
  expect(simulator.onDiscord.messagesIn('clips').map(({ content }) => content)).toContain('unseen');
});

test.each([
  [{}, 400, 50006],
  [{ content: 'x'.repeat(2_001) }, 400, 50035],
  [{ content: 7 }, 400, 50035],
  [{ embeds: Array(11).fill({ title: 'x' }) }, 400, 50035],
  [{ embeds: [{ title: 'x'.repeat(257) }] }, 400, 50035],
  [{ embeds: [{ title: 'x', url: '/listings' }] }, 400, 50035],
  [{ embeds: [{ fields: [{ name: 'x', value: '' }] }] }, 400, 50035],
  [{ embeds: Array(2).fill({ description: 'x'.repeat(4_000) }) }, 400, 50035],
  [{ content: 'x', allowed_mentions: { parse: ['all'] } }, 400, 50035],
])('%j is refused', async (body, status, code) => {
  expect(await post(body)).toMatchObject({ status, json: { code, message: expect.any(String) } });
});

test("errors of fields have Discord's nested form", async () => {
  const { json } = await post({ embeds: [{ title: 'x'.repeat(257) }] });
  expect(json.errors.embeds['0'].title._errors[0].code).toBe('BASE_TYPE_BAD_LENGTH');
});

test('an unknown webhook is 404, a wrong token 401, a forum without a thread 400, the sixth call in two seconds 429', async () => {
  expect(await post({ content: 'x' }, { ...webhook, id: '1' })).toMatchObject({
    status: 404,
    json: { code: 10015 },
  });
  expect(await post({ content: 'x' }, { ...webhook, token: 'y' })).toMatchObject({
    status: 401,
    json: { code: 50027 },
  });
  const forum = await simulator.onDiscord.makeWebhook('forum', true);
  expect(await post({ content: 'x' }, forum)).toMatchObject({ status: 400, json: { code: 220001 } });
  expect((await post({ content: 'x' }, forum, '?thread_id=123456789012345678')).status).toBe(204);
  const busy = await simulator.onDiscord.makeWebhook('busy');
  const url = at(`webhooks/${busy.id}/${busy.token}`);
  for (let n = 0; n < 5; n++) expect((await call(url, jsonBody({ content: 'x' }))).status).toBe(204);
  const limited = await call(url, jsonBody({ content: 'x' }));
  expect(limited).toMatchObject({ status: 429, json: { retry_after: 2, global: false } });
  expect(limited.headers.get('retry-after')).toBe('2');
});

test('only the bot registers commands, and by Discord’s rules', async () => {
  const { applicationId, botToken } = simulator.discord;
  const put = (body: unknown, token = botToken) =>
    call(
      at(`applications/${applicationId}/commands`),
      jsonBody(body, { authorization: `Bot ${token}` }, 'PUT'),
    );
  const command = { name: 'listings', description: 'Open listings' };
  expect((await put([command], 'no')).status).toBe(401);
  expect((await put([{ ...command, name: 'With space' }])).status).toBe(400);
  expect((await put([{ ...command, description: '' }])).status).toBe(400);
  expect((await put([command, command])).status).toBe(400);
  const options = [
    { type: 3, name: 'a', description: 'a' },
    { type: 3, name: 'b', description: 'b', required: true },
  ];
  expect((await put([{ ...command, options }])).status).toBe(400);
  expect(await put([command])).toMatchObject({ status: 200, json: [{ name: 'listings' }] });
  const me = await call(at('applications/@me'), { headers: { authorization: `Bot ${botToken}` } });
  expect(me.json).toMatchObject({ id: applicationId, verify_key: expect.stringMatching(/^[\da-f]{64}$/) });
});
