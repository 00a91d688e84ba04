export const eventErrors = {
  too_many_streams: {
    status: 429,
    title: 'Too many open pages',
    detail:
      'This account, or in a demo this browser or network, has as many live connections as allowed. Pages without one refresh every half minute.',
  },
  streams_full: {
    status: 503,
    title: 'No live connection free',
    detail: 'Too many pages are open at once. This one refreshes every half minute.',
  },
} as const;
