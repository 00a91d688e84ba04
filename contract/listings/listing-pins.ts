import { z } from 'zod';
import { PIN_LABEL_MAX } from '#contract/limits.ts';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** A second of the source, which is at most a day long. */
const second = z.int().min(0).max(86_399);

/** A moment of a listing's source that the host points out. */
export const listingPin = z.object({ second, label: z.string() });
export type ListingPin = z.infer<typeof listingPin>;

const reply = z.object({ pins: z.array(listingPin) });

export const listingPinRoutes = {
  pinMoment: route('POST /api/listings/:id/pin', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Pin a second of the source for clippers; a pin that exists gets the new label',
    params: idParams,
    body: z.object({ second, label: z.string().trim().min(1).max(PIN_LABEL_MAX) }),
    reply,
    errors: ['not_found', 'listing_state', 'invalid_input', 'pins_full'],
  }),
  unpinMoment: route('POST /api/listings/:id/unpin', {
    access: 'host',
    scope: 'listings:write',
    summary: 'Remove a pin from a second of the source',
    params: idParams,
    body: z.object({ second }),
    reply,
    errors: ['not_found', 'listing_state'],
  }),
};
