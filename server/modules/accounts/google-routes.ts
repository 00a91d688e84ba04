import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '#contract/accounts/ids.ts';
import { routes } from '#contract/routes.ts';
import { type Api, implement } from '#server/http/route.ts';
import { refuse } from '#server/infra/outcome.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { CLIENT_IP_HEADER } from './auth.ts';
import { passSecondFactor } from './pass-second-factor.ts';
import { startSession } from './start-session.ts';

/**
 * Paths to which the browser goes afterwards. They are fixed, so that no request can redirect the browser to
 * another site.
 */
const AFTER_SIGN_IN = '/dashboard';
const AFTER_FAILURE = '/auth?mode=login&failed=google';
const ENTER_CODE = '/auth?mode=login&code=google';

/**
 * Registers the start and the callback of a sign-in with Google. better-auth handles state, PKCE and account
 * linking.
 */
export function registerGoogleRoutes({ server, ...api }: Api, deps: AccountsDeps): void {
  implement({ server, ...api }, routes.startGoogleSignIn, async ({ request, reply }) => {
    if (!deps.googleSignIn) return refuse('not_found');
    const { headers, response } = await deps.auth.instance.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: AFTER_SIGN_IN,
        errorCallbackURL: AFTER_FAILURE,
        disableRedirect: true,
      },
      headers: callerHeaders(request),
      returnHeaders: true,
    });
    passCookies(headers, reply);
    if (!response.url) throw new Error('the provider gave no address to sign in at');
    return { url: response.url };
  });

  implement({ server, ...api }, routes.finishGoogleSignIn, async ({ body, request, reply }) => {
    const userId = deps.googleProof.read(request);
    if (!userId) return refuse('login_failed', { detail: 'Sign in with Google again, then enter the code.' });
    const refused = await passSecondFactor(deps, userId, body.code);
    if (refused) return refused;
    deps.googleProof.clear(reply);
    return (await startSession(deps, { userId, passwordHash: null }, { request, reply })) ?? {};
  });

  if (!deps.googleSignIn) return;
  server.get('/api/auth/callback/google', async (request, reply) => {
    const answer = await deps.auth.instance.handler(
      new Request(new URL(request.url, deps.appUrl), { headers: callerHeaders(request) }),
    );
    const awaiting = await withholdSession(deps, answer.headers);
    if (awaiting) {
      deps.googleProof.keep(reply, awaiting);
      return reply.redirect(ENTER_CODE, 302);
    }
    passCookies(answer.headers, reply);
    const target = new URL(answer.headers.get('location') ?? AFTER_FAILURE, deps.appUrl);
    const inside = target.origin === deps.appUrl ? target.pathname + target.search : AFTER_FAILURE;
    return reply.redirect(inside, 302);
  });
}

/**
 * Ends the session that better-auth has just created if its person has a second factor. Returns that person,
 * who gets a session once the code is right; otherwise null.
 */
async function withholdSession({ db, cookie }: AccountsDeps, headers: Headers): Promise<UserId | null> {
  const token = headers.getSetCookie().map(cookie.readSet).find(Boolean);
  if (!token) return null;
  const ended = await db
    .deleteFrom('sessions')
    .where('token', '=', token)
    .where('user_id', 'in', (factors) =>
      factors.selectFrom('second_factors').select('user_id').where('confirmed_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return ended?.user_id ?? null;
}

/**
 * Returns the headers that better-auth needs: cookies, the user agent, and the client address by our proxy
 * rules.
 */
function callerHeaders(request: FastifyRequest): Headers {
  const headers = new Headers({ [CLIENT_IP_HEADER]: request.ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value) headers.set(name, value);
  }
  return headers;
}

function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) reply.header('set-cookie', cookie);
}
