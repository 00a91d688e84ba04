import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { renewBackupCodes } from './backup-codes.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { passSecondFactor } from './pass-second-factor.ts';
import { mayConfirm } from './policy.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  showSecondFactor,
  startSecondFactor,
} from './second-factor.ts';

export function registerSecondFactorRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.secondFactor, ({ actor }) => showSecondFactor(deps, actor.userId));
  implement(api, routes.startSecondFactor, async ({ actor }) => await startSecondFactor(deps, actor));
  implement(api, routes.confirmSecondFactor, ({ actor, body, now }) =>
    confirmSecondFactor(deps, actor, body.code, now),
  );
  implement(
    api,
    routes.renewBackupCodes,
    async ({ actor, body, now }) =>
      (await passSecondFactor(deps, actor.userId, body.code)) ?? (await renewBackupCodes(deps, actor, now)),
  );
  implement(
    api,
    routes.removeSecondFactor,
    async ({ actor, body, now }) =>
      (await passSecondFactor(deps, actor.userId, body.code)) ??
      (await removeSecondFactor(deps, actor, now)) ??
      {},
  );
  implement(api, routes.confirmIdentity, async ({ actor, body }) => {
    if (!(await mayConfirm(deps.db, actor.userId))) return refuse('too_many_requests');
    return (await confirmIdentity(deps, actor, body)) ?? {};
  });
}
