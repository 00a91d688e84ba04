import type { UserId } from '#contract/accounts/ids.ts';
import { type Micros, micros } from '#contract/money.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import type { Database, Tx } from '#server/infra/transaction.ts';

/** Returns the price of 1,000 bought views on the market; null if no admin named one. */
export async function readMarketPrice(db: Database | Tx): Promise<Micros | null> {
  const row = await db.selectFrom('market_prices').select('bought_views_micros').executeTakeFirst();
  return row ? micros(row.bought_views_micros) : null;
}

interface Change {
  priceMicros: Micros | null;
  note: string;
  adminId: UserId;
  now: Date;
}

/** Sets the price, or removes it. The promise to hosts shows the new one within minutes. */
export async function changeMarketPrice(tx: Tx, { priceMicros, note, adminId, now }: Change): Promise<void> {
  const before = await readMarketPrice(tx);
  if (priceMicros === null) await tx.deleteFrom('market_prices').execute();
  else {
    const price = { bought_views_micros: priceMicros, set_at: now };
    await tx
      .insertInto('market_prices')
      .values(price)
      .onConflict((oc) => oc.column('only_one').doUpdateSet(price))
      .execute();
  }
  const data = { before, after: priceMicros, note };
  await writeAudit(tx, actBy('admin', adminId, now), 'market_price.changed', 'market_price', null, data);
}
