import { removeListing, returnRemainder } from '../model/listings.ts';
import type { Action } from '../world.ts';
import { byAdmins } from './by-two.ts';

export const remove: Action = {
  name: 'remove a listing',
  weight: 1,
  async run(w) {
    const open = [...w.books.listings.values()].filter(
      ({ state }) => state !== 'settled' && state !== 'removed',
    );
    if (open.length < 3) return null;
    const listing = w.dice.oneOf(open);
    const paymentFraud = w.dice.percent(30);
    const path = `/api/admin/listings/${listing.id}/remove`;
    await (await w.stage.admin()).ask(path, { reason: 'Not allowed here.', paymentFraud });
    removeListing(w.books, listing, paymentFraud, w.now);
    return `an admin removes ${listing.title}${paymentFraud ? ' for payment fraud' : ''}`;
  },
};

export const unfreeze: Action = {
  name: 'unfreeze a listing',
  weight: 1,
  async run(w) {
    const frozen = [...w.books.listings.values()].filter(({ remainderFrozen }) => remainderFrozen);
    if (frozen.length === 0) return null;
    const listing = w.dice.oneOf(frozen);
    const path = `/api/admin/listings/${listing.id}/unfreeze`;
    await byAdmins(w, listing.free, path, { reason: 'It was no fraud.' });
    listing.remainderFrozen = false;
    returnRemainder(w.books, listing);
    return `an admin unfreezes ${listing.title}`;
  },
};
