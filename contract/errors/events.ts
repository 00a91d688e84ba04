export const eventErrors = {
  too_many_streams: {
    status: 429,
    title: 'Too many open pages',
    detail:
      'This account, or in a demo this browser or network, has as many live connections as it may. Pages that have none ask by themselves every half minute.',
  },
  streams_full: {
    status: 503,
    title: 'No live connection free',
    detail: 'Too many pages are open at once. This one asks by itself every half minute.',
  },
} as const;
