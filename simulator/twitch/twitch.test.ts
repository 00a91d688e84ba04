import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Simulator } from '../simulator.ts';
import { call, connect, form, startTrial } from '../trial.ts';

let simulator: Simulator;

beforeAll(async () => {
  ({ simulator } = await startTrial());
});
afterAll(() => simulator.stop());

test('a connected user is validated and reads their own profile', async () => {
  const tokens = await connect(simulator, 'twitch', 'dora');
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: ['user:read:email', 'openid'] });
  const { twitchId, twitchApi } = simulator.urls;
  const validated = await call(`${twitchId}/oauth2/validate`, {
    headers: { authorization: `OAuth ${tokens.access_token}` },
  });
  expect(validated.json).toMatchObject({ client_id: 'app', login: 'dora' });
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'client-id': 'app' };
  const users = await call(`${twitchApi}/users`, { headers });
  expect(users.json.data).toEqual([expect.objectContaining({ login: 'dora', id: validated.json.user_id })]);
  const wrongApp = await call(`${twitchApi}/users`, { headers: { ...headers, 'client-id': 'other' } });
  expect(wrongApp.status).toBe(401);
});

test('a refresh returns a new access token, and a revocation ends all', async () => {
  const { twitchId } = simulator.urls;
  const tokens = await connect(simulator, 'twitch', 'dora');
  const keys = { client_id: 'app', client_secret: 'secret' };
  const refresh = { ...keys, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await call(`${twitchId}/oauth2/token`, form(refresh))).status).toBe(200);
  await call(`${twitchId}/oauth2/revoke`, form({ client_id: 'app', token: tokens.access_token }));
  expect((await call(`${twitchId}/oauth2/token`, form(refresh))).status).toBe(400);
  const headers = { authorization: `OAuth ${tokens.access_token}` };
  expect((await call(`${twitchId}/oauth2/validate`, { headers })).status).toBe(401);
});
