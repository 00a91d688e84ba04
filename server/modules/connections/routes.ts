import { z } from 'zod';
import { settingsPath } from '#contract/accounts/settings-path.ts';
import { connectablePlatform, connectionRoutes } from '#contract/connections.ts';
import { ownPath } from '#contract/wire/own-path.ts';
import { implementTable } from '#server/http/csv.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { checkCode } from './check-code.ts';
import { connectionCodesColumns } from './columns.ts';
import { type CallbackResult, finishConnection, startConnection } from './connect.ts';
import type { ConnectDeps } from './deps.ts';
import { disconnect } from './disconnect.ts';
import { makeCode } from './make-code.ts';
import type { PlatformKeys } from './platforms/adapters.ts';
import { mayConnect } from './policy.ts';
import { listCodes, listConnections, listWaitingCodes } from './queries.ts';
import { type ForgetPosts, registerInstagramRoutes } from './receive-instagram.ts';
import { registerTiktokRoutes } from './receive-tiktok.ts';
import { endAnalytics, releaseAnalytics } from './release-analytics.ts';

export interface ConnectionsDeps extends ConnectDeps {
  /** The keys of the platforms that send us a message when a consent ends. */
  events: Pick<PlatformKeys, 'tiktok' | 'instagram'>;
  /**
   * Deletes other stored data about an account's posts after the person requested deletion at the platform.
   */
  forgetPosts: ForgetPosts;
  /**
   * Deletes the data that `forgetPosts` deletes, some days after the account's consent ended. Also deletes
   * counts from which no money was computed.
   */
  forgetEnded: ForgetPosts;
}

export function registerConnectionRoutes(api: Api, deps: ConnectionsDeps): void {
  implement(api, connectionRoutes.listConnections, async ({ actor, now }) => ({
    rows: await listConnections(deps, actor.accountId),
    codes: await listCodes(deps.db, actor.accountId, now),
    available: deps.adapters.available.filter((platform) => mayConnect(actor.role, platform)),
  }));

  implement(api, connectionRoutes.startConnection, async ({ body, actor, now }) => {
    if (!mayConnect(actor.role, body.platform)) return refuse('not_found');
    const returnTo = ownPath(body.returnTo) ?? '/dashboard';
    return await startConnection(deps, {
      accountId: actor.accountId,
      platform: body.platform,
      returnTo,
      now,
    });
  });

  implement(api, connectionRoutes.removeConnection, async ({ params, actor, now }) =>
    disconnect(deps, { connectionId: params.id, accountId: actor.accountId, userId: actor.userId, now }),
  );

  implement(api, connectionRoutes.releaseAnalytics, async ({ params, body, actor, now }) =>
    releaseAnalytics(deps, {
      connectionId: params.id,
      accountId: actor.accountId,
      userId: actor.userId,
      returnTo: ownPath(body.returnTo) ?? settingsPath('clipper', 'accounts'),
      now,
    }),
  );
  implement(api, connectionRoutes.endAnalytics, ({ params, actor, now }) =>
    endAnalytics(deps, { connectionId: params.id, accountId: actor.accountId, userId: actor.userId, now }),
  );

  registerCodeRoutes(api, deps);
  registerCallbackRoutes(api, deps);
  if (deps.events.tiktok) registerTiktokRoutes(api, deps.events.tiktok);
  const { appUrl, forgetPosts } = deps;
  if (deps.events.instagram)
    registerInstagramRoutes(api, { keys: deps.events.instagram, appUrl, forgetPosts });
}

/** Registers the routes for codes, which connect accounts of platforms without keys. */
function registerCodeRoutes(api: Api, deps: ConnectDeps): void {
  implement(api, connectionRoutes.makeConnectionCode, async ({ body, actor, now }) => {
    if (!mayConnect(actor.role, body.platform)) return refuse('not_found');
    return await makeCode(deps, { accountId: actor.accountId, userId: actor.userId, ...body, now });
  });
  implementTable(
    api,
    connectionRoutes.adminConnectionCodes,
    connectionRoutes.adminConnectionCodesCsv,
    connectionCodesColumns,
    ({ query, now }, db) => listWaitingCodes(db, query, now),
  );
  implement(api, connectionRoutes.checkConnectionCode, ({ params, body, actor, now }) =>
    checkCode(deps, { codeId: params.id, adminId: actor.userId, text: body.text, now }),
  );
}

const callbackQuery = z.object({
  state: z.string().max(200).default(''),
  code: z.string().max(4000).optional(),
  // TikTok for Business calls this field `auth_code` in its guide and `code` in its example.
  auth_code: z.string().max(4000).optional(),
});

/**
 * Registers the address to which a platform returns the browser. It is a GET by OAuth's design; the
 * single-use state replaces the check of Origin.
 */
function registerCallbackRoutes(api: Api, deps: ConnectDeps): void {
  const paths = ['/api/connections/callback/:platform', '/api/connections/callback/tiktok/analytics/'];
  for (const path of paths) {
    api.server.get(path, async (request, reply) => {
      const { platform: named = 'tiktok' } = request.params as { platform?: string };
      const platform = connectablePlatform.safeParse(named);
      const query = callbackQuery.safeParse(request.query);
      const actor = await api.readActor(request);
      if (!platform.success || !query.success || !actor) return reply.redirect('/auth?mode=login');
      const result = await finishConnection(deps, {
        accountId: actor.accountId,
        userId: actor.userId,
        platform: platform.data,
        state: query.data.state,
        code: query.data.code ?? query.data.auth_code ?? null,
        now: api.clock.now(),
      });
      return reply.redirect(wayBack(result, platform.data));
    });
  }
}

function wayBack({ returnTo, refusal, missing, isRelease }: CallbackResult, platform: string): string {
  const target = new URL(returnTo, 'http://own.invalid');
  if (refusal) target.searchParams.set('connect_error', refusal);
  else if (isRelease) target.searchParams.set('analytics', 'released');
  else target.searchParams.set('connected', platform);
  if (missing) target.searchParams.set('connect_missing', missing.join(','));
  return target.pathname + target.search;
}
