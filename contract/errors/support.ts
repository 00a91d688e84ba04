export const supportErrors = {
  support_closed: {
    status: 409,
    title: 'Message closed',
    detail: 'Someone has closed this message. Reopen it to answer.',
  },
  statement_required: {
    status: 422,
    title: 'Statement required',
    detail: 'A takedown request needs both statements. Check them if they are true.',
  },
} as const;
