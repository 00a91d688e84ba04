import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { AccountId, UserId } from '#contract/accounts/ids.ts';
import { isRefusal, type Outcome } from '#server/infra/outcome.ts';
import type { EndpointsDeps } from './endpoints-deps.ts';
import { keepEndpoint } from './keep-endpoint.ts';
import { makeSecret } from './make-secret.ts';
import { unfitEndpoint } from './rules.ts';

interface NewEndpoint {
  ownerId: AccountId;
  userId: UserId;
  sessionId: string;
  role: MemberRole;
  url: string;
  kinds: readonly string[];
  now: Date;
}

type Refused = 'unauthenticated' | 'invalid_input' | 'webhook_endpoints_full' | 'webhook_endpoint_exists';

/** Stores an endpoint. Only the response to this request contains the endpoint's secret. */
export async function createEndpoint(
  deps: EndpointsDeps,
  endpoint: NewEndpoint,
): Promise<Outcome<{ id: string; secret: string }, Refused>> {
  const unfit = unfitEndpoint(endpoint, endpoint.role, deps);
  if (isRefusal(unfit)) return unfit;
  const secret = makeSecret();
  const kept = await keepEndpoint(deps, { ...endpoint, format: 'standard', name: null, secret });
  return isRefusal(kept) ? kept : { ...kept, secret };
}
