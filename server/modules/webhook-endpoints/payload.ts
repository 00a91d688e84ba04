import { WEBHOOK_TEST_KIND } from '#contract/webhook-kinds.ts';

export interface PayloadEvent {
  kind: string;
  occurredAt: Date;
  subjectId: string | null;
  submissionId: string | null;
  listingId: string | null;
}

/** The body of a delivery: ids, and the page where a person sees what became of it. The same for every attempt. */
export const payloadOf = (event: PayloadEvent, appUrl: string): string =>
  JSON.stringify({
    type: event.kind,
    timestamp: event.occurredAt.toISOString(),
    data: {
      subjectId: event.subjectId,
      submissionId: event.submissionId,
      listingId: event.listingId,
      url: appUrl + pageOf(event),
    },
  });

const pages: Record<string, string> = {
  deposit: '/host/budget',
  refund: '/host/budget',
  payout: '/clipper/earnings',
  earnings: '/clipper/earnings',
};

function pageOf({ kind, submissionId, listingId }: PayloadEvent): string {
  if (kind === WEBHOOK_TEST_KIND) return '/dashboard';
  if (submissionId) return `/clips/${submissionId}`;
  if (listingId) return `/listings/${listingId}`;
  return pages[kind.split('.')[0]!] ?? '/dashboard';
}
