import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import { finishOnboarding } from './finish-onboarding.ts';
import { earningsHidden, firstSteps, isFree } from './queries.ts';
import { checkUsername, normalizeUsername } from './rules.ts';
import { saveUsername } from './save-username.ts';
import { setVisibility } from './set-visibility.ts';
import { findPublicProfile } from './show-profile.ts';

export function registerProfileRoutes(api: Api): void {
  const { db } = api;
  implement(api, routes.usernameAvailable, async ({ actor, query }) => {
    const username = normalizeUsername(query.username);
    return { available: checkUsername(username) === null && (await isFree(db, username, actor.accountId)) };
  });
  for (const [route, completesOnboarding] of [
    [routes.claimUsername, false],
    [routes.completeSetup, true],
    [routes.updateUsername, false],
  ] as const) {
    implement(api, route, async ({ actor, body, now }) => {
      const input = { username: body.username, completesOnboarding };
      return (await saveUsername(db, actor, input, now)) ?? {};
    });
  }
  implement(
    api,
    routes.finishOnboarding,
    async ({ actor, now }) => (await finishOnboarding(db, actor.accountId, now)) ?? {},
  );
  implement(api, routes.firstSteps, async ({ actor }) => ({ steps: await firstSteps(db, actor) }));
  implement(api, routes.ownProfile, async ({ actor }) => ({
    earningsHidden: await earningsHidden(db, actor.accountId),
  }));
  implement(
    api,
    routes.setVisibility,
    async ({ actor, body }) => (await setVisibility(db, actor.accountId, body.earningsHidden)) ?? {},
  );
  implement(api, routes.publicProfile, async ({ params }) => {
    const profile = await findPublicProfile(db, normalizeUsername(params.username));
    return profile ?? refuse('profile_not_found');
  });
}
