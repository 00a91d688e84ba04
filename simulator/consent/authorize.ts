import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FOR_BROWSERS } from '../browser-pages.ts';
import { asPage } from '../page.ts';
import type { Platform, Service } from '../state.ts';
import { formOf, queryOf } from '../wire.ts';
import { ensureAccount, normalHandle, type World } from '../world.ts';
import { consentPage, refusalPage } from './authorize-page.ts';
import { grantCode } from './tokens.ts';

/** Differences between the platforms' authorize pages. */
export interface AuthorizeForm {
  platform: Platform;
  path: string;
  scopeSeparator: string;
  /**
   * Whether a user may withhold this scope and grant the others; absent when a user must grant all or none.
   */
  withholdable?(scope: string): boolean;
  /**
   * The service whose consent these scopes request, if one page serves two services; absent for the
   * platform's own.
   */
  serviceOf?(scope: string[]): Service;
  /** Checks requirements beyond S256 and a proper address. Returns an error sentence when one is not met. */
  problem?(asked: { challenge: string | null; redirect: URL; scope: string[] }): string | null;
  /** Adds this platform's own parameters to the redirect after "Allow". */
  allowed(target: URL, scope: string[]): void;
  /** Adds this platform's own error parameters to the redirect after "Deny". */
  denied(target: URL): void;
}

/** The page with the name of the app's id in requests, which TikTok calls client_key. */
type Page = AuthorizeForm & { clientParameter: 'client_id' | 'client_key' };

interface Asked {
  clientId: string;
  redirect: URL;
  redirectUri: string;
  scope: string[];
}

/** Serves the authorize page of a platform and the redirect back to the app, in the platform's exact form. */
export function addAuthorize(app: FastifyInstance, world: World, form: Page): void {
  app.get(form.path, FOR_BROWSERS, (request, reply) => {
    const asked = askedFor(world, form, queryOf(request));
    if (typeof asked === 'string') return refuse(reply, form, asked);
    return show(world, form, request, reply, asked, null);
  });
  app.post(form.path, FOR_BROWSERS, async (request, reply) => {
    const query = queryOf(request);
    const asked = askedFor(world, form, query);
    if (typeof asked === 'string') return refuse(reply, form, asked);
    const answer = formOf(request);
    const target = new URL(asked.redirect);
    if (answer.get('decision') === 'allow') {
      const handle = normalHandle(answer.get('handle') ?? '');
      if (handle === null) {
        const problem = 'A handle has 1 to 30 letters, digits, dots, dashes or underscores.';
        return show(world, form, request, reply.code(400), asked, problem);
      }
      const withheld = answer.getAll('withhold').filter((scope) => form.withholdable?.(scope));
      const scope = asked.scope.filter((one) => !withheld.includes(one));
      const service = form.serviceOf?.(asked.scope) ?? form.platform;
      target.searchParams.set('code', allow(world, form, query, { ...asked, scope, service }, handle));
      form.allowed(target, scope);
      await world.save();
    } else {
      target.searchParams.set('error', 'access_denied');
      form.denied(target);
    }
    const state = query.get('state');
    if (state !== null) target.searchParams.set('state', state);
    return reply.redirect(target.href, 303);
  });
}

function allow(
  world: World,
  form: Page,
  query: URLSearchParams,
  asked: Asked & { service: Service },
  handle: string,
): string {
  const account = ensureAccount(world, { platform: form.platform, handle });
  return grantCode(world, {
    service: asked.service,
    accountId: account.id,
    clientId: asked.clientId,
    redirectUri: asked.redirectUri,
    scope: asked.scope,
    codeChallenge: query.get('code_challenge'),
  });
}

function askedFor(world: World, form: Page, query: URLSearchParams): Asked | string {
  const clientId = query.get(form.clientParameter);
  if (!clientId) return `Missing parameter: ${form.clientParameter}.`;
  if (query.get('response_type') !== 'code') return 'response_type must be "code".';
  const method = query.get('code_challenge_method');
  if (query.has('code_challenge') && method !== 'S256') return 'code_challenge_method must be "S256".';
  const redirectUri = query.get('redirect_uri') ?? '';
  const redirect = redirectTarget(redirectUri);
  if (redirect === null || (world.appOrigin !== null && redirect.origin !== world.appOrigin))
    return 'redirect_uri is not an address that an app may register.';
  const scope = (query.get('scope') ?? '').split(form.scopeSeparator).filter((one) => one !== '');
  const problem = form.problem?.({ challenge: query.get('code_challenge'), redirect, scope });
  if (problem) return problem;
  return { clientId, redirect, redirectUri, scope };
}

function redirectTarget(redirectUri: string): URL | null {
  if (redirectUri.length >= 512 || !URL.canParse(redirectUri)) return null;
  const target = new URL(redirectUri);
  const web = target.protocol === 'http:' || target.protocol === 'https:';
  return web && !target.username && !target.password && !target.hash ? target : null;
}

function show(
  world: World,
  form: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
  problem: string | null,
): FastifyReply {
  const accounts = world.state.accounts.filter((account) => account.platform === form.platform);
  const hint = queryOf(request).get('login_hint') ?? '';
  return asPage(reply).send(
    consentPage({
      platform: form.platform,
      handles: accounts.map((account) => account.handle).slice(0, 50),
      suggested: normalHandle(hint) ?? 'creator',
      redirectHost: asked.redirect.host,
      scope: asked.scope,
      withholdable: asked.scope.filter((scope) => form.withholdable?.(scope)),
      problem,
    }),
  );
}

function refuse(reply: FastifyReply, form: Page, reason: string): FastifyReply {
  return asPage(reply).code(400).send(refusalPage(form.platform, reason));
}
