import { routes } from '#contract/routes.ts';
import { callerBucket } from '#server/http/rate-limit.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { addPasskey, startPasskey } from './add-passkey.ts';
import { enter, tooManyTries } from './enter.ts';
import { checkPasskey, confirmByPasskey, startPasskeyConfirm, startPasskeyLogin } from './pass-passkey.ts';
import { noteCount } from './passkey-use.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { type LoginTry, mayConfirm, mayTryPassword } from './policy.ts';
import { findLoginById } from './queries.ts';

export function registerPasskeyRoutes(api: Api, deps: AccountsDeps): void {
  registerOwnPasskeyRoutes(api, deps);
  registerPasskeyProofRoutes(api, deps);
}

function registerOwnPasskeyRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.listPasskeys, async ({ actor }) => ({
    rows: await listPasskeys(deps.db, actor.userId),
  }));
  implement(api, routes.startPasskey, ({ actor }) => startPasskey(deps, actor));
  implement(api, routes.addPasskey, ({ actor, body, now }) => addPasskey(deps, actor, body, now));
  implement(
    api,
    routes.renamePasskey,
    async ({ actor, params, body }) => (await renamePasskey(deps, actor, { ...params, ...body })) ?? {},
  );
  implement(
    api,
    routes.removePasskey,
    async ({ actor, params, now }) => (await removePasskey(deps, actor, params.id, now)) ?? {},
  );
}

function registerPasskeyProofRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.startPasskeyLogin, ({ request, reply }) =>
    startPasskeyLogin(deps, deps.passkeyBrowser.remember({ request, reply })),
  );
  implement(api, routes.passkeyLogin, async ({ body, request, reply }) => {
    const { credential: proof } = body;
    const tried: LoginTry = {
      ...{ door: 'passkey-login', account: proof.id, place: callerBucket(request.ip), device: null },
    };
    if (!(await mayTryPassword(deps.db, tried))) return tooManyTries(reply);
    const login = await checkPasskey(deps, { proof, browser: deps.passkeyBrowser.read(request) });
    if (isRefusal(login)) return login;
    if (await enter(deps, login, tried, { request, reply })) {
      await noteCount(deps, login);
      return refuse('passkey_refused');
    }
    const passwordHash = (await findLoginById(deps.db, login.userId))?.passwordHash;
    if (passwordHash) deps.device.remember({ request, reply }, { userId: login.userId, passwordHash });
    return {};
  });
  implement(api, routes.startPasskeyConfirm, ({ actor }) => startPasskeyConfirm(deps, actor));
  implement(api, routes.confirmByPasskey, async ({ actor, body }) => {
    if (!(await mayConfirm(deps.db, actor.userId))) return refuse('too_many_requests');
    return (await confirmByPasskey(deps, actor, body.credential)) ?? {};
  });
}
