import { routes } from '#contract/routes.ts';
import { mayMail } from '#server/http/mail-allowance.ts';
import { type Api, implement } from '#server/http/route.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { cancelEmailChange, requestEmailChange, showEmailChange } from './change-email.ts';
import { confirmEmailChange } from './confirm-email.ts';

export function registerEmailRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.showEmailChange, async ({ actor }) => ({
    waiting: await showEmailChange(deps.db, actor.userId),
  }));
  implement(api, routes.requestEmailChange, async ({ actor, body, now }) => {
    const mayMailNew = await mayMail(deps.db, { kind: 'new-email', to: body.email, sender: actor.userId });
    return (await requestEmailChange(deps, actor, { email: body.email, mayMailNew }, now)) ?? {};
  });
  implement(
    api,
    routes.cancelEmailChange,
    async ({ actor, now }) => (await cancelEmailChange(deps, actor, now)) ?? {},
  );
  implement(api, routes.confirmEmailChange, ({ body, now }) => confirmEmailChange(deps, body.token, now));
}
