/** Refusals between hosts and clippers: blocks and invitations. */
export const peopleErrors = {
  blocked_by_host: {
    status: 403,
    title: 'Blocked by this host',
    detail: 'This host doesn’t accept clips from you.',
  },
  clipper_not_found: {
    status: 422,
    title: 'Clipper not found',
    detail: 'Check the username: no clipper has it.',
  },
  clipper_blocked: {
    status: 409,
    title: 'Blocked by you',
    detail: 'You have blocked this clipper. Unblock them in Settings to invite them.',
  },
  already_invited: {
    status: 409,
    title: 'Already invited',
    detail: 'This clipper was already invited to the listing. Each clipper is invited once.',
  },
} as const;
