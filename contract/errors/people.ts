/** Between hosts and clippers: blocks and invitations. */
export const peopleErrors = {
  blocked_by_host: {
    status: 403,
    title: 'Not taken by this host',
    detail: 'This host takes no clips from you.',
  },
  clipper_not_found: {
    status: 422,
    title: 'Clipper not found',
    detail: 'No clipper has this username.',
  },
  clipper_blocked: {
    status: 409,
    title: 'Blocked by you',
    detail: 'You have blocked this clipper. Unblock them in Settings to invite them.',
  },
  already_invited: {
    status: 409,
    title: 'Invited before',
    detail: 'This clipper was invited to the listing already. An invitation is sent once.',
  },
} as const;
