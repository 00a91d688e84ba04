import type { SuspenseItem } from '#contract/suspense.ts';
import { PersonLink } from '../person-link.tsx';
import { railLabels } from './suspense-labels.ts';

/** Shows the owner of the closed account from which the money was taken, or the rail on which it is. */
export function ItemOwner({ item: { ownerId, owner, rail } }: { item: SuspenseItem }) {
  if (ownerId) return <PersonLink id={ownerId}>A {owner} who left</PersonLink>;
  return rail ? `Unknown (${railLabels[rail]})` : '-';
}
