import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#contract/webhook-endpoints/webhook-endpoints.ts';
import { type WebhookKind, webhookKindsOf } from '#contract/webhook-endpoints/webhook-kinds.ts';
import type { Tone } from '#web/ui/pages/badge.tsx';

/** A text for each reason why an endpoint is off. */
export type OffText = Record<NonNullable<WebhookEndpoint['disabledReason']>, string>;

export const offText: OffText = {
  owner: 'You turned it off.',
  gone: 'Your server answered that the address is gone (410).',
  failing: 'The last 20 attempts failed.',
};

export const discordOffText: OffText = {
  ...offText,
  gone: 'Discord no longer has this webhook. Enter the address of a new one under Edit, or remove this channel.',
};

export const deliveryState: Record<WebhookDelivery['state'], { word: string; tone: Tone }> = {
  waiting: { word: 'Waiting', tone: 'yellow' },
  delivered: { word: 'Delivered', tone: 'green' },
  failed: { word: 'Failed', tone: 'red' },
};

const groupNames: Record<string, string> = {
  submission: 'Clips',
  message: 'Messages',
  fraud_hold: 'Views on hold',
  appeal: 'Appeals',
  listing: 'Listings',
  deposit: 'Deposits',
  refund: 'Refunds',
  attestation: 'Screenshots',
  earnings: 'Earnings',
  payout: 'Payouts',
};

const nounOf = (kind: string): string => kind.split('.')[0]!;

/** Returns the events that somebody with this role can choose, grouped by the first word of their kind. */
export function kindGroups(role: MemberRole): { name: string; kinds: WebhookKind[] }[] {
  const all = webhookKindsOf(role);
  return [...new Set(all.map(nounOf))].map((noun) => ({
    name: groupNames[noun] ?? noun,
    kinds: all.filter((kind) => nounOf(kind) === noun),
  }));
}
