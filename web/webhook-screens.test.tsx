import { expect, test } from 'vitest';
import { type DiscordWebhook, discordWebhookRoutes } from '#contract/webhook-endpoints/discord-webhooks.ts';
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEndpointRoutes,
} from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { webhookKinds, webhookKindsOf } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { ApiError } from './api/client.ts';
import { DeliveryRow } from './features/webhook-endpoints/delivery-row.tsx';
import { DiscordChannels } from './features/webhook-endpoints/discord/discord-channels.tsx';
import { EventChoices } from './features/webhook-endpoints/event-choices.tsx';
import { WebhookEndpoints } from './features/webhook-endpoints/webhook-endpoints.tsx';
import { type Answer, answer, failure, rendered } from './testing/screen.tsx';

const endpoint: WebhookEndpoint = {
  id: '01900000-0000-7000-8000-000000000001',
  url: 'https://hooks.example.com/permille',
  kinds: ['listing.posted', 'deposit.confirmed'],
  state: 'enabled',
  disabledReason: null,
  consecutiveFailures: 0,
  pausedUntil: null,
  previousSecretUntil: null,
  createdAt: new Date('2026-11-20T12:00:00Z'),
};
const delivery: WebhookDelivery = {
  id: '01900000-0000-7000-8000-000000000002',
  eventId: '01900000-0000-7000-8000-000000000003',
  kind: 'listing.posted',
  state: 'delivered',
  attempts: 1,
  createdAt: new Date('2026-11-21T11:00:00Z'),
  nextAttemptAt: null,
  lastAttemptAt: new Date('2026-11-21T11:00:01Z'),
  lastStatus: 200,
  lastMs: 12,
  lastError: null,
  lastResponse: 'thank you',
  payload: '{"type":"listing.posted"}',
};

const panel = async (...answers: Answer[]) =>
  (await rendered(<WebhookEndpoints whose="host" />, answers)).text;
const panelOf = (...rows: WebhookEndpoint[]) =>
  panel(answer(webhookEndpointRoutes.listWebhookEndpoints, {}, { rows }));
const row = async (changed: Partial<WebhookDelivery>, isOff = false) =>
  await rendered(<DeliveryRow delivery={{ ...delivery, ...changed }} isOff={isOff} />, []);

test('the panel shows that it loads, that it did not, that there is no endpoint, or each endpoint', async () => {
  expect(await panel()).toContain('Loading');
  const lost = new ApiError({
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Broken',
    detail: 'Try again.',
  });
  expect(await panel(failure(webhookEndpointRoutes.listWebhookEndpoints, {}, lost))).toContain(
    'Your webhook endpoints did not load.',
  );
  expect(await panelOf()).toContain('You have no endpoint yet.');
  expect(await panelOf(endpoint)).toMatch(/hooks\.example\.com\/permille On 2 events Log/);
});

test('an endpoint says since when it fails, why it is off, and how long messages are also signed with the previous secret', async () => {
  const at = new Date('2026-11-21T13:00:00Z');
  const failing = { ...endpoint, consecutiveFailures: 6, pausedUntil: at };
  expect(await panelOf(failing)).toMatch(
    /Failing 2 events The last 6 attempts failed; after 20 it is turned off\. Next try:.*13:00/,
  );
  const off = { ...endpoint, state: 'disabled' as const };
  expect(await panelOf({ ...off, disabledReason: 'gone' })).toContain('Off 2 events Your server answered');
  expect(await panelOf({ ...off, disabledReason: 'failing' })).toContain('The last 20 attempts failed.');
  expect(await panelOf({ ...off, disabledReason: 'owner' })).toContain('You turned it off.');
  expect(await panelOf({ ...endpoint, kinds: ['payout.paid'], previousSecretUntil: at })).toMatch(
    /On 1 event Messages are also signed with the previous secret until .*13:00/,
  );
});

test('a message shows its outcome, its request and its response', async () => {
  expect((await row({})).text).toMatch(
    /listing\.posted Delivered .*Answered 200 in 12 ms\. 1 attempt\. .*thank you/,
  );
  const next = new Date('2026-11-21T13:05:00Z');
  const refused = { state: 'waiting' as const, attempts: 2, lastStatus: 500, nextAttemptAt: next };
  expect((await row({ ...refused, lastError: 'The receiver did not accept it.' })).text).toMatch(
    /Waiting .*Answered 500 in 12 ms\. The receiver did not accept it\. 2 attempts\. Next try:.*13:05/,
  );
  const unheard = { state: 'failed' as const, attempts: 10, lastStatus: null, lastResponse: null };
  expect((await row({ ...unheard, lastError: 'The connection was refused.' })).text).toMatch(
    /Failed .*The connection was refused\. 10 attempts\./,
  );
  const fresh = {
    state: 'waiting' as const,
    attempts: 0,
    lastStatus: null,
    lastAttemptAt: null,
    nextAttemptAt: next,
  };
  expect((await row(fresh)).text).toContain('It is sent within seconds.');
  const again = { ...fresh, lastStatus: 500, lastAttemptAt: next };
  expect((await row(again)).text).toContain('It is sent again within seconds.');
  expect((await row({}, true)).html).toMatch(/<button(?=[^>]*disabled="")[^>]*>Send again/);
});

test.each(['host', 'clipper'] as const)(
  'a %s chooses among the own events, each with its sentence',
  async (whose) => {
    const kinds = webhookKindsOf(whose);
    const { text } = await rendered(
      <EventChoices
        whose={whose}
        chosen={kinds}
        error="Choose at least one event."
        focusRef={null}
        onChange={() => undefined}
      />,
      [],
    );
    for (const kind of kinds) expect(text).toContain(`${kind} ${webhookKinds[kind].meaning}`);
    expect(text).toContain('Choose none Choose at least one event.');
    expect(text).not.toContain(whose === 'host' ? 'payout.paid' : 'deposit.confirmed');
  },
);

const channel: DiscordWebhook = {
  id: endpoint.id,
  name: '#new-listings',
  kinds: ['listing.posted'],
  state: 'enabled',
  disabledReason: null,
  consecutiveFailures: 0,
  pausedUntil: null,
  createdAt: endpoint.createdAt,
};
const discord = async (...answers: Answer[]) => (await rendered(<DiscordChannels />, answers)).text;
const discordOf = (isOffered: boolean, ...rows: DiscordWebhook[]) =>
  discord(answer(discordWebhookRoutes.listDiscordWebhooks, {}, { isOffered, rows }));

test('shows Discord channels where they are available, with the reason why one is off, and nothing elsewhere', async () => {
  expect(await discordOf(false)).toBe('');
  expect(await discordOf(true)).toContain('You have no channel yet.');
  expect(await discordOf(true, channel)).toMatch(/#new-listings On 1 event Log/);
  const gone = { ...channel, state: 'disabled' as const, disabledReason: 'gone' as const };
  expect(await discordOf(true, gone)).toContain('Off 1 event Discord no longer has this webhook.');
  const lost = new ApiError({
    type: 'about:blank',
    status: 500,
    code: 'internal',
    title: 'Broken',
    detail: 'x',
  });
  expect(await discord(failure(discordWebhookRoutes.listDiscordWebhooks, {}, lost))).toContain(
    'Your channels on Discord did not load.',
  );
});
