import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service, Token } from '../state.ts';
import { nextOpaque, type World } from '../world.ts';
import { type AuthorizeForm, addAuthorize } from './authorize.ts';
import { endToken, findToken, type Issue, issueToken, redeemCode, revokeToken } from './tokens.ts';

type Kind = Token['kind'];

/** An exchange of a code or a token for tokens. */
interface Grant<Refusal> {
  /** Value of `grant_type`. */
  type: string;
  /** Parameter with the code or the token. */
  parameter: string;
  takes: 'code' | Kind;
  gives: Kind[];
  /** The app receives a new token of the kind that it hands in, and the old one ends. */
  endsTaken?: true;
  /** Milliseconds before which a token is too young for this grant, and the error that says so. */
  minAge?: { ms: number; refusal: Refusal };
  /** The error for a code or a token that is unknown, ended or of another app. */
  refusal: Refusal;
}

/** An app's first tokens, for the code of the redirect. */
export const forCode = <Refusal>(refusal: Refusal, gives: Kind[], parameter = 'code'): Grant<Refusal> => ({
  ...{ type: 'authorization_code', takes: 'code', parameter, gives, refusal },
});

export const forRefreshToken = <Refusal>(refusal: Refusal, gives: Kind[]): Grant<Refusal> => ({
  ...{ type: 'refresh_token', takes: 'refresh', parameter: 'refresh_token', gives, refusal },
});

interface Endpoint<Refusal> {
  url: string;
  method?: 'GET';
  /** Reads the parameters, from the place where this endpoint expects them. */
  fields(request: FastifyRequest): URLSearchParams;
  /** Parameters without which the endpoint refuses, in the order of its checks. */
  required?: Record<string, Refusal>;
}

/** One service's OAuth: the differences between the services, and the form of their replies. */
export interface ConsentRules<Refusal> {
  service: Service;
  /** The authorize page; absent when the page of another service is used. */
  page?: AuthorizeForm;
  /** Name of the app's id in requests. */
  clientParameter: 'client_id' | 'client_key';
  /** Encoding of a challenge; absent for base64url, as RFC 7636 says. */
  challengeEncoding?: 'base64url' | 'hex';
  /** For each kind of token that the service issues, its prefix and the seconds for which it is valid. */
  tokens: Partial<Record<Kind, [prefix: string, seconds: number]>>;
  /** Token endpoints, the grants of each, and the error for another `grant_type`. */
  endpoints: (Endpoint<Refusal> & { grants: Grant<Refusal>[]; otherGrant: Refusal })[];
  /** Absent when apps can't revoke tokens at this service. */
  revoke?: Endpoint<Refusal> & { parameter: string; refusal: Refusal; body?(world: World): object };
  /** Returns the body for new tokens. */
  body(world: World, issue: Omit<Issue, 'kind'>, tokens: Partial<Record<Kind, string>>): object;
  refuse(world: World, reply: FastifyReply, refusal: Refusal, fields: URLSearchParams): FastifyReply;
}

/** Adds a service's authorize page, its token endpoints and its revocation. */
export function addConsent<Refusal>(app: FastifyInstance, world: World, rules: ConsentRules<Refusal>): void {
  if (rules.page) addAuthorize(app, world, { ...rules.page, clientParameter: rules.clientParameter });
  const route = (
    endpoint: Endpoint<Refusal>,
    answer: (fields: URLSearchParams) => { body: object | undefined } | { refusal: Refusal },
  ): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const fields = endpoint.fields(request);
      const missing = Object.entries(endpoint.required ?? {}).find(([name]) => !fields.get(name));
      const result = missing ? { refusal: missing[1] } : answer(fields);
      // A code that fits nothing has ended too.
      await world.save();
      return 'refusal' in result
        ? rules.refuse(world, reply, result.refusal, fields)
        : reply.send(result.body);
    };
    app.route({ method: endpoint.method ?? 'POST', url: endpoint.url, handler });
  };
  for (const endpoint of rules.endpoints) {
    route(endpoint, (fields) => {
      const grant = endpoint.grants.find(({ type }) => type === fields.get('grant_type'));
      if (!grant) return { refusal: endpoint.otherGrant };
      const taken = take(world, rules, grant, fields);
      return 'refusal' in taken ? taken : { body: give(world, rules, taken.issue, grant.gives) };
    });
  }
  const { revoke, service } = rules;
  if (!revoke) return;
  route(revoke, (fields) =>
    revokeToken(world, service, fields.get(revoke.parameter))
      ? { body: revoke.body?.(world) }
      : { refusal: revoke.refusal },
  );
}

/** Takes the code or the token that an app hands in. */
function take<Refusal>(
  world: World,
  { service, clientParameter, challengeEncoding = 'base64url' }: ConsentRules<Refusal>,
  grant: Grant<Refusal>,
  fields: URLSearchParams,
): { issue: Omit<Issue, 'kind'> } | { refusal: Refusal } {
  const given = fields.get(grant.parameter);
  const clientId = fields.get(clientParameter);
  if (grant.takes === 'code') {
    const consent = redeemCode(world, {
      ...{ service, code: given, clientId },
      redirectUri: fields.get('redirect_uri'),
      codeVerifier: fields.get('code_verifier'),
      challengeEncoding,
    });
    return consent
      ? { issue: { ...consent, grant: nextOpaque(world, 'grant', 16) } }
      : { refusal: grant.refusal };
  }
  const token = findToken(world, service, given);
  // Only a refresh token is bound to the request's app; Instagram's requests for longer tokens name no app.
  const isOfApp = grant.takes !== 'refresh' || token?.clientId === clientId;
  if (token?.kind !== grant.takes || !isOfApp) return { refusal: grant.refusal };
  const ageMs = world.clock.now().getTime() - Date.parse(token.issuedAt);
  if (grant.minAge && ageMs < grant.minAge.ms) return { refusal: grant.minAge.refusal };
  if (grant.endsTaken) endToken(world, token);
  return { issue: token };
}

function give<Refusal>(
  world: World,
  rules: ConsentRules<Refusal>,
  issue: Omit<Issue, 'kind'>,
  kinds: Kind[],
): object {
  const made = kinds.map((kind) => [kind, issueToken(world, { ...issue, kind }, ...rules.tokens[kind]!)]);
  return rules.body(world, issue, Object.fromEntries(made));
}
