import type { SuspenseItem } from '#contract/suspense.ts';
import { PersonLink } from '../person-link.tsx';
import { railLabels } from './suspense-labels.ts';

/** Whose account it was taken from, or where it stands. */
export function ItemOwner({ item: { ownerId, owner, rail } }: { item: SuspenseItem }) {
  if (ownerId) return <PersonLink id={ownerId}>A {owner} who left</PersonLink>;
  return rail ? `Unknown (${railLabels[rail]})` : '-';
}
