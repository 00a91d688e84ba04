export const commonErrors = {
  invalid_input: {
    status: 400,
    title: 'Check what you entered',
    detail: 'Some fields do not follow the rules named beside them.',
  },
  unauthenticated: { status: 401, title: 'Signed out', detail: 'Sign in to continue.' },
  wrong_role: {
    status: 403,
    title: 'Not for this account',
    detail: 'This page belongs to another kind of account.',
  },
  cross_site: {
    status: 403,
    title: 'Request refused',
    detail: 'The request did not come from this site. Reload the page and try again.',
  },
  webhook_refused: {
    status: 400,
    title: 'Message refused',
    detail: 'The message is not signed by the service it claims to come from, or is too old.',
  },
  not_found: { status: 404, title: 'Not found', detail: 'There is nothing here, or it is not yours to see.' },
  idempotency_key_reused: {
    status: 409,
    title: 'Already used',
    detail: 'This request key was used for another request. Reload the page and try again.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Already changed',
    detail: 'Someone else changed this before you. The page now shows the current state.',
  },
  too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request is larger than this endpoint accepts.',
  },
  too_many_requests: { status: 429, title: 'Too many tries', detail: 'Wait a little and try again.' },
  busy: {
    status: 503,
    title: 'Busy right now',
    detail: 'Try again in a few seconds. Too many people are signing in at once, so nothing was done.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong',
    detail: 'The fault is ours and has been recorded. Try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: 'Not ready',
    detail: 'The service is starting, stopping, or cut off from its database. Try again in a moment.',
  },
} as const;
