export const supportErrors = {
  support_closed: {
    status: 409,
    title: 'Message closed',
    detail: 'The message was closed meanwhile. Reopen it to answer.',
  },
} as const;
