import type { SuspenseItem } from '#contract/suspense.ts';
import { PersonLink } from '../person-link.tsx';
import { railLabels } from './suspense-labels.ts';

/** The owner of the account from which the money was taken, or the rail where it is. */
export function ItemOwner({ item: { ownerId, owner, rail } }: { item: SuspenseItem }) {
  if (ownerId) return <PersonLink id={ownerId}>A {owner} who left</PersonLink>;
  return rail ? `Unknown (${railLabels[rail]})` : '-';
}
