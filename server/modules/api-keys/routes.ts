import { apiKeyRoutes } from '#contract/api-keys/api-keys.ts';
import { type Api, implement } from '#server/http/route.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';

export function registerApiKeyRoutes(api: Api, { appUrl }: { appUrl: string }): void {
  const deps = { db: api.db, appUrl };
  implement(api, apiKeyRoutes.listApiKeys, async ({ actor }) => ({
    rows: await listKeys(api.db, actor.accountId, new Date()),
  }));
  implement(api, apiKeyRoutes.createApiKey, ({ actor, body, now }) => createKey(deps, actor, body, now));
  implement(api, apiKeyRoutes.rotateApiKey, ({ actor, params, body, now }) =>
    rotateKey(deps, actor, { ...params, ...body }, now),
  );
  implement(
    api,
    apiKeyRoutes.revokeApiKey,
    async ({ actor, params, now }) => (await revokeKey(api.db, actor, params.id, now)) ?? {},
  );
}
