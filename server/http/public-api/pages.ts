import type { Access, RouteSpec } from '#contract/wire/route.ts';
import type { Door } from './operation.ts';
import { parametersOf } from './parameters.ts';
import { pageRefusalResponse, pageRefusalsOf } from './refusals.ts';

const tagNames: Record<Access, string> = {
  public: 'Everyone',
  session: 'Accounts',
  host: 'Hosts',
  clipper: 'Clippers',
  admin: 'Admins',
};

export const pageTags: Record<string, string> = {
  Everyone: 'Calls that need no account. Some replies tell more to a signed-in person.',
  Accounts: 'Calls of every signed-in person.',
  Hosts: 'Calls of hosts.',
  Clippers: 'Calls of clippers.',
  Admins: 'Calls of admins. Everyone else is answered as if they did not exist.',
};

/** The document's parts for pages, which call with the session's cookie. */
export const pageDoor: Door<RouteSpec> = {
  tagOf: ({ access }) => tagNames[access],
  descriptionOf: ({ summary, idempotent, recentLogin, perMinute }) =>
    [
      `${summary}.`,
      idempotent ? 'Needs an `Idempotency-Key`.' : '',
      recentLogin ? 'Only within 15 minutes after the person proved who they are.' : '',
      perMinute ? `At most ${perMinute} times a minute.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  // A public call accepts either no session, or a session that adds details to the reply.
  securityOf: ({ access }) => [...(access === 'public' ? [{}] : []), { session: [] }],
  parametersOf,
  headersOf: () => ({}),
  refusalsOf: (route) =>
    [...pageRefusalsOf(route)].map(([status, codes]) => [status, pageRefusalResponse(codes)]),
  answersUnchanged: false,
  hasExamples: false,
};
