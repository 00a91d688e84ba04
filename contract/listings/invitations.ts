import { z } from 'zod';
import { typedUsername } from '#contract/blocks.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

export const invitationRoutes = {
  inviteClipper: route('POST /api/listings/:id/invitations', {
    access: 'host',
    summary: 'Invite a clipper to an active listing by username, once per listing and clipper',
    params: idParams,
    body: z.object({ username: typedUsername }),
    errors: [
      'not_found',
      'listing_state',
      'username_required',
      'clipper_not_found',
      'clipper_blocked',
      'already_invited',
    ],
    idempotent: true,
    perMinute: 20,
  }),
};
