import type { FastifyRequest } from 'fastify';
import { routes } from '#contract/routes.ts';
import { isShared } from '#server/http/actor.ts';
import { type MailKind, mayMail } from '#server/http/mail-allowance.ts';
import { callerBucket } from '#server/http/rate-limit.ts';
import { type Api, implement } from '#server/http/route.ts';
import { isRefusal, refuse } from '#server/infra/outcome.ts';
import { transact } from '#server/infra/transaction.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { addPassword } from './add-password.ts';
import { changePassword } from './change-password.ts';
import { chooseRole } from './choose-role.ts';
import { confirmAge } from './confirm-age.ts';
import type { TypedSignUp } from './device-cookie.ts';
import { enter, tooManyTries } from './enter.ts';
import { checkAdminLogin, checkLogin, findDemoAccount } from './log-in.ts';
import { type LoginTry, mayTryPassword, tryPassword } from './policy.ts';
import {
  findLoginByAdminUsername,
  findLoginByEmail,
  findSessionUser,
  type Login,
  listOpenSessions,
} from './queries.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { endOtherSessions, endSession, signOut } from './sign-out.ts';
import { signUp, unfitSignUp } from './sign-up.ts';
import { startSession } from './start-session.ts';
import { openDemoMail, resendVerification, verifyEmail } from './verify-email.ts';

export function registerAccountRoutes(api: Api, deps: AccountsDeps): void {
  registerSessionRoutes(api, deps);
  registerLoginRoutes(api, deps);
  registerMailedLinkRoutes(api, deps);
  registerOwnAccountRoutes(api, deps);
}

function registerSessionRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.session, async ({ actor, now }) => {
    const user = actor && (await findSessionUser(deps.db, actor.userId));
    return {
      user: user && {
        ...user,
        isShared: isShared(api, actor),
        needsSecondFactor: actor.needsSecondFactor,
      },
      demo: deps.demo,
      googleSignIn: deps.googleSignIn,
      now,
    };
  });
  implement(api, routes.listSessions, async ({ actor }) => {
    const open = await listOpenSessions(deps.db, actor.userId, new Date());
    // Strangers share a demo account, so it does not list each other's devices.
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

function registerLoginRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.login, async ({ body, request, reply }) => {
    const known = deps.device.isCarried(request) ? await findLoginByEmail(deps.db, body.email) : undefined;
    const tried = triedBy(deps, { door: 'login', account: body.email }, known, request);
    if (!(await mayTryPassword(deps.db, tried))) return tooManyTries(reply);
    const login = await tryPassword(deps.db, tried, () => checkLogin(deps, body));
    if (isRefusal(login)) return login;
    return (await enter(deps, login, tried, { request, reply })) ?? {};
  });
  implement(api, routes.demoLogin, async ({ body, request, reply }) => {
    const login = await findDemoAccount(deps, body.role);
    if (isRefusal(login)) return login;
    return (await startSession(deps, login, { request, reply })) ?? {};
  });
  implement(api, routes.adminLogin, async ({ body, request, reply }) => {
    const name = body.username.trim().toLowerCase();
    const known = deps.device.isCarried(request) ? await findLoginByAdminUsername(deps.db, name) : undefined;
    const tried = triedBy(deps, { door: 'admin-login', account: name }, known, request);
    if (!(await mayTryPassword(deps.db, tried))) return tooManyTries(reply);
    const login = await tryPassword(deps.db, tried, () => checkAdminLogin(deps, body));
    if (isRefusal(login)) return login;
    return (await enter(deps, login, tried, { request, reply })) ?? {};
  });
}

/** Returns the browser's id if it has been signed in to this account; otherwise null. */
function deviceOf(
  { device }: AccountsDeps,
  known: Login | undefined,
  request: FastifyRequest,
): string | null {
  const passwordHash = known?.passwordHash;
  return known && passwordHash ? device.knows(request, { userId: known.userId, passwordHash }) : null;
}

/** Describes the browser or network from which a password is tried. */
function triedBy(
  deps: AccountsDeps,
  where: Pick<LoginTry, 'door' | 'account'>,
  known: Login | undefined,
  request: FastifyRequest,
): LoginTry {
  return { ...where, place: callerBucket(request.ip), device: deviceOf(deps, known, request) };
}

function registerMailedLinkRoutes(api: Api, deps: AccountsDeps): void {
  const mailTo = (kind: MailKind, to: string, request: FastifyRequest, device: string | null = null) =>
    mayMail(deps.db, { kind, to, sender: callerBucket(request.ip), device });
  implement(api, routes.signUp, async ({ body, request, reply, now }) => {
    const refused = unfitSignUp(body);
    if (refused) return refused;
    const mayMail = () => mailTo('sign-up', body.email, request);
    deps.signUpCookie.remember({ request, reply }, await signUp(deps, { ...body, mayMail }, now));
    return {};
  });
  implement(api, routes.verifyEmail, async ({ actor, body, now, request, reply }) => {
    const isOwn = (signUp: TypedSignUp) => deps.signUpCookie.knows(request, signUp) !== null;
    const opened = await verifyEmail(deps, { ...body, isOwn }, now);
    if (isRefusal(opened)) return opened;
    // A session that exists is kept, because the link may belong to another account.
    const signedIn = !actor && (await startSession(deps, opened, { request, reply })) === null;
    deps.device.remember({ request, reply }, opened);
    return { signedIn };
  });
  implement(api, routes.resendVerification, async ({ body, request, reply, now }) => {
    if (body.email === '' || body.password === '') return refuse('missing_information');
    const mayMail = () => mailTo('sign-up', body.email, request);
    deps.signUpCookie.remember({ request, reply }, await resendVerification(deps, { ...body, mayMail }, now));
    return {};
  });
  implement(api, routes.openDemoMail, async ({ body }) =>
    deps.showsMails ? { link: await openDemoMail(deps, body) } : refuse('not_found'),
  );
  implement(api, routes.forgotPassword, async ({ body, request, now }) => {
    if (body.email === '') return refuse('missing_information');
    const known = deps.device.isCarried(request) ? await findLoginByEmail(deps.db, body.email) : undefined;
    const device = deviceOf(deps, known, request);
    const mayMail = await mailTo('reset', body.email, request, device);
    await forgotPassword(deps, { email: body.email, mayMail }, now);
    return {};
  });
  implement(api, routes.resetPassword, async ({ body, now, request, reply }) => {
    const login = await resetPassword(deps, body, now);
    if (isRefusal(login)) return login;
    deps.device.remember({ request, reply }, login);
    return {};
  });
}

function registerOwnAccountRoutes(api: Api, deps: AccountsDeps): void {
  implement(api, routes.showAccountAccess, ({ actor }) => deps.access.find(deps.db, actor.userId));
  implement(api, routes.changePassword, async ({ actor, body, now, request, reply }) => {
    const login = await changePassword(deps, actor, body, now);
    if (isRefusal(login)) return login;
    deps.device.remember({ request, reply }, login);
    return {};
  });
  implement(api, routes.addPassword, async ({ actor, body, now, request, reply }) => {
    const login = await addPassword(deps, actor, body, now);
    if (isRefusal(login)) return login;
    deps.device.remember({ request, reply }, login);
    return {};
  });
  implement(
    api,
    routes.chooseRole,
    async ({ actor, body, now }) => (await chooseRole(deps, { userId: actor.userId, ...body }, now)) ?? {},
  );
  implement(api, routes.confirmAge, async ({ actor, now }) => {
    const by = { actorId: actor.userId, actorKind: actor.role };
    await transact(deps.db, (tx) => confirmAge(tx, { userId: actor.userId, by, now }));
    return {};
  });
}
