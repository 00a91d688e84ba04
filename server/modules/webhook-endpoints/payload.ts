import { WEBHOOK_TEST_KIND } from '#contract/webhook-endpoints/webhook-kinds.ts';
import { publicPath } from '#contract/wire/public-api.ts';

export interface PayloadEvent {
  kind: string;
  occurredAt: Date;
  subjectId: string | null;
  submissionId: string | null;
  listingId: string | null;
}

/**
 * Returns the body of a delivery: ids, a page for people, and an address that a program with an API key can
 * read. Every attempt has the same body.
 */
export function payloadOf(event: PayloadEvent, appUrl: string): string {
  const { page, read } = placeOf(event);
  return JSON.stringify({
    type: event.kind,
    timestamp: event.occurredAt.toISOString(),
    data: {
      subjectId: event.subjectId,
      submissionId: event.submissionId,
      listingId: event.listingId,
      url: appUrl + page,
      apiUrl: read && appUrl + publicPath(read),
    },
  });
}

interface Place {
  page: string;
  /** Path that a program with an API key can read; null if there is none. */
  read: string | null;
}

const places: Record<string, Place> = {
  deposit: { page: '/host/budget', read: '/api/host/deposits' },
  refund: { page: '/host/budget', read: '/api/host/deposits' },
  payout: { page: '/clipper/earnings', read: '/api/clipper/payouts' },
  earnings: { page: '/clipper/earnings', read: '/api/clipper/earnings' },
};
const elsewhere: Place = { page: '/dashboard', read: null };

function placeOf({ kind, submissionId, listingId }: PayloadEvent): Place {
  if (kind === WEBHOOK_TEST_KIND) return elsewhere;
  if (submissionId) return { page: `/clips/${submissionId}`, read: `/api/clips/${submissionId}` };
  if (listingId) return { page: `/listings/${listingId}`, read: `/api/listings/${listingId}` };
  return places[kind.split('.')[0]!] ?? elsewhere;
}
