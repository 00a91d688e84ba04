import type { AccountId } from '#contract/accounts/ids.ts';
import type { CohortLinkKind } from '#contract/cohorts.ts';

/**
 * The weight of each kind of link. Two people are joined if their links add up to 1, so a link that chance or
 * a shared flat may explain is not enough alone.
 */
const weights: Record<CohortLinkKind, number> = {
  payout_address: 1,
  synchronized_growth: 1,
  audience: 1,
  device: 0.5,
  posting_minute: 0.5,
};

/** Returns the kinds of links, strongest first. */
export const strongestFirst = (kinds: readonly CohortLinkKind[]): CohortLinkKind[] =>
  [...new Set(kinds)].toSorted((a, b) => weights[b] - weights[a] || (a < b ? -1 : 1));

export interface Link {
  one_id: AccountId;
  other_id: AccountId;
  kind: CohortLinkKind;
}

/**
 * Groups people who are joined directly or through others. Each person is in at most one group, and each
 * group has at least two people.
 */
export function joinPeople(links: readonly Link[]): AccountId[][] {
  const strengths = new Map<string, number>();
  for (const { one_id, other_id, kind } of links) {
    const pair = `${one_id} ${other_id}`;
    strengths.set(pair, (strengths.get(pair) ?? 0) + weights[kind]);
  }
  const groupOf = new Map<AccountId, Set<AccountId>>();
  for (const [pair, strength] of strengths) {
    if (strength < 1) continue;
    const [one, other] = pair.split(' ') as [AccountId, AccountId];
    const joined = new Set([...(groupOf.get(one) ?? [one]), ...(groupOf.get(other) ?? [other])]);
    for (const person of joined) groupOf.set(person, joined);
  }
  return [...new Set(groupOf.values())].map((group) => [...group].toSorted());
}
