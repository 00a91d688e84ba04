export const supportErrors = {
  support_closed: {
    status: 409,
    title: 'Message closed',
    detail: 'The message was closed meanwhile. Reopen it to answer.',
  },
  statement_required: {
    status: 422,
    title: 'Statement required',
    detail: 'A takedown request needs both statements. Check them if they are true.',
  },
} as const;
