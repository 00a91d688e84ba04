import type { BulkReply } from '#contract/bulk.ts';
import { errorCatalogue } from '#contract/errors.ts';
import { isRefusal, type Refusal } from './outcome.ts';

/**
 * Does the same to many, one after the other, each in a transaction of its own that `act` opens and guards: one that is
 * refused keeps none of the others back.
 */
export async function forEachGuarded(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<BulkReply> {
  const each = [...new Set(ids)];
  const refused: BulkReply['refused'] = [];
  for (const id of each) {
    const outcome = await act(id);
    if (isRefusal(outcome)) refused.push({ id, code: outcome.code, detail: detailOf(outcome) });
  }
  return { done: each.length - refused.length, refused };
}

const detailOf = (refusal: Refusal): string => refusal.detail ?? errorCatalogue[refusal.code].detail;
