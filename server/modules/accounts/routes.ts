import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { changePassword } from './change-password.ts';
import { chooseRole } from './choose-role.ts';
import { confirmAge } from './confirm-age.ts';
import { checkAdminLogin, checkLogin, findDemoAccount } from './log-in.ts';
import { withinAddressLimit } from './policy.ts';
import { findSessionUser, listOpenSessions } from './queries.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { endOtherSessions, endSession, signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { startSession } from './start-session.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

export function accountsRoutes(api: Api, deps: AccountsDeps): void {
  sessionRoutes(api, deps);
  loginRoutes(api, deps);
  mailedLinkRoutes(api, deps);
  ownAccountRoutes(api, deps);
}

function sessionRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.session, async ({ actor, now }) => {
    const user = actor && (await findSessionUser(deps.db, actor.userId));
    return {
      user: user && { ...user, needsSecondFactor: actor.needsSecondFactor },
      demo: deps.demo,
      googleSignIn: deps.googleSignIn,
      now,
    };
  });
  implement(api, routes.listSessions, async ({ actor }) => {
    const open = await listOpenSessions(deps.db, actor.userId, new Date());
    // Many strangers share a demo account: what they come from is not for each other to see.
    const rows = actor.isDemo ? open.filter((row) => row.id === actor.sessionId) : open;
    return { rows: rows.map((row) => ({ ...row, isCurrent: row.id === actor.sessionId })) };
  });
  implement(
    api,
    routes.endSession,
    async ({ actor, params, now }) => (await endSession(deps, actor, params.id, now)) ?? {},
  );
  implement(api, routes.endOtherSessions, async ({ actor, now }) => {
    await endOtherSessions(deps, actor, now);
    return {};
  });
  implement(api, routes.signOut, async ({ actor, reply }) => {
    if (actor) await signOut(deps, actor);
    deps.cookie.clear(reply);
    return {};
  });
}

function loginRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.login, async ({ body, request, reply }) => {
    if (!(await withinAddressLimit(deps.db, 'login', body.email))) return refuse('too_many_requests');
    const login = await checkLogin(deps, body);
    if (isRefusal(login)) return login;
    return (await startSession(deps, login, { request, reply })) ?? {};
  });
  implement(api, routes.demoLogin, async ({ body, request, reply }) => {
    const login = await findDemoAccount(deps, body.role);
    if (isRefusal(login)) return login;
    return (await startSession(deps, login, { request, reply })) ?? {};
  });
  implement(api, routes.adminLogin, async ({ body, request, reply }) => {
    const name = body.username.trim().toLowerCase();
    if (!(await withinAddressLimit(deps.db, 'admin-login', name))) return refuse('too_many_requests');
    const login = await checkAdminLogin(deps, body);
    if (isRefusal(login)) return login;
    return (await startSession(deps, login, { request, reply })) ?? {};
  });
}

function mailedLinkRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.signUp, async ({ body, now }) => (await signUp(deps, body, now)) ?? {});
  implement(
    api,
    routes.verifyEmail,
    async ({ body, now }) => (await verifyEmail(deps, body.token, now)) ?? {},
  );
  implement(api, routes.resendVerification, async ({ body, now }) => {
    if (body.email === '' || body.password === '') return refuse('missing_information');
    // Over the limit the answer stays the same: the address gets no further mail for a while.
    if (await withinAddressLimit(deps.db, 'verify', body.email)) {
      await resendVerification(deps, body, now);
    }
    return {};
  });
  implement(api, routes.forgotPassword, async ({ body, now }) => {
    if (body.email === '') return refuse('missing_information');
    if (await withinAddressLimit(deps.db, 'forgot', body.email)) await forgotPassword(deps, body.email, now);
    return {};
  });
  implement(api, routes.resetPassword, async ({ body, now }) => (await resetPassword(deps, body, now)) ?? {});
}

function ownAccountRoutes(api: Api, deps: AccountsDeps): void {
  implement(
    api,
    routes.changePassword,
    async ({ actor, body, now }) => (await changePassword(deps, actor, body, now)) ?? {},
  );
  implement(
    api,
    routes.chooseRole,
    async ({ actor, body, now }) => (await chooseRole(deps.db, { userId: actor.userId, ...body }, now)) ?? {},
  );
  implement(api, routes.confirmAge, async ({ actor, now }) => {
    await confirmAge(deps.db, actor, now);
    return {};
  });
}
