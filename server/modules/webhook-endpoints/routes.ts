import { discordWebhookRoutes } from '#contract/webhook-endpoints/discord-webhooks.ts';
import { webhookEndpointRoutes } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import type { Actor } from '#server/http/actor.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { changeEndpoint } from './change.ts';
import { deliveryColumns } from './columns.ts';
import { createEndpoint } from './create.ts';
import { addDiscordWebhook } from './discord/add.ts';
import { changeDiscordWebhook } from './discord/change.ts';
import { listDiscordWebhooks } from './discord/queries.ts';
import type { EndpointAct, EndpointsDeps } from './endpoints-deps.ts';
import { listDeliveries, listEndpoints } from './queries.ts';
import { replayDelivery, sendTestEvent } from './replay.ts';
import { rotateSecret } from './rotate-secret.ts';
import { memberRoleOf } from './rules.ts';
import { disableEndpoint, enableEndpoint, removeEndpoint } from './switch.ts';

const actOf = (id: string, { userId, accountId, sessionId }: Actor, now: Date): EndpointAct => ({
  endpointId: id,
  ownerId: accountId,
  userId,
  sessionId,
  now,
});

/**
 * Registers the routes of endpoints. Only hosts and clippers have endpoints; other accounts have neither
 * endpoints nor events.
 */
export function registerWebhookEndpointRoutes(api: Api, deps: EndpointsDeps): void {
  const { db } = deps;
  implement(api, webhookEndpointRoutes.listWebhookEndpoints, async ({ actor, now }) => ({
    rows: await listEndpoints(db, actor.accountId, now),
  }));
  implement(api, webhookEndpointRoutes.createWebhookEndpoint, async ({ actor, body, now }) => {
    const role = memberRoleOf(actor.role);
    if (!role) return refuse('invalid_input', { detail: 'Hosts and clippers can have webhook endpoints.' });
    return await createEndpoint(deps, { ...body, ...ownerOf(actor), role, now });
  });
  implement(api, webhookEndpointRoutes.changeWebhookEndpoint, async ({ actor, params, body, now }) => {
    const role = memberRoleOf(actor.role);
    if (!role) return refuse('not_found');
    return (await changeEndpoint(deps, actOf(params.id, actor, now), { ...body, role })) ?? {};
  });
  implement(api, webhookEndpointRoutes.rotateWebhookSecret, async ({ actor, params, now }) => {
    const role = memberRoleOf(actor.role);
    return role ? await rotateSecret(deps, actOf(params.id, actor, now), role) : refuse('not_found');
  });
  registerDiscordRoutes(api, deps);
  registerSwitches(api, deps);
  registerDeliveryRoutes(api, deps);
}

const ownerOf = ({ userId, accountId, sessionId }: Actor) => ({ ownerId: accountId, userId, sessionId });

function registerDiscordRoutes(api: Api, deps: EndpointsDeps): void {
  implement(api, discordWebhookRoutes.listDiscordWebhooks, async ({ actor, now }) => ({
    isOffered: deps.discord !== null,
    rows: await listDiscordWebhooks(deps.db, actor.accountId, now),
  }));
  implement(api, discordWebhookRoutes.addDiscordWebhook, async ({ actor, body, now }) => {
    return await addDiscordWebhook(deps, { ...body, ...ownerOf(actor), now });
  });
  implement(api, discordWebhookRoutes.changeDiscordWebhook, async ({ actor, params, body, now }) => {
    return (await changeDiscordWebhook(deps, actOf(params.id, actor, now), body)) ?? {};
  });
}

function registerSwitches(api: Api, { db }: EndpointsDeps): void {
  const switches = [
    [webhookEndpointRoutes.disableWebhookEndpoint, disableEndpoint],
    [webhookEndpointRoutes.enableWebhookEndpoint, enableEndpoint],
    [webhookEndpointRoutes.removeWebhookEndpoint, removeEndpoint],
  ] as const;
  for (const [route, change] of switches) {
    implement(api, route, async ({ actor, params, now }) => {
      const role = memberRoleOf(actor.role);
      if (!role) return refuse('not_found');
      return (await change(db, actOf(params.id, actor, now), role)) ?? {};
    });
  }
}

function registerDeliveryRoutes(api: Api, { db, appUrl }: EndpointsDeps): void {
  implement(api, webhookEndpointRoutes.testWebhookEndpoint, async ({ actor, params, now }) => {
    return (await sendTestEvent(db, actOf(params.id, actor, now))) ?? {};
  });
  implementTable(
    api,
    webhookEndpointRoutes.webhookDeliveries,
    webhookEndpointRoutes.webhookDeliveriesCsv,
    deliveryColumns,
    ({ actor, params, query }, from) =>
      listDeliveries(from, { endpointId: params.id, ownerId: actor.accountId, cursor: query.cursor }, appUrl),
  );
  implement(api, webhookEndpointRoutes.replayWebhookDelivery, async ({ actor, params, now }) => {
    const asked = { deliveryId: params.id, ownerId: actor.accountId, now };
    return (await replayDelivery(db, asked)) ?? {};
  });
}
