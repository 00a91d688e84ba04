import { MovableClock } from './clock.ts';
import type { Database } from './transaction.ts';

/** The clock of a server with tools: as far forward as it was moved before, so that time never runs backwards. */
export async function openDevClock(db: Database): Promise<MovableClock> {
  const row = await db.selectFrom('dev_clock').select('offset_ms').executeTakeFirst();
  return new MovableClock({ offsetMs: Number(row?.offset_ms ?? 0n) });
}

export async function rememberDevClock(db: Database, clock: MovableClock): Promise<void> {
  const offset_ms = BigInt(Math.round(clock.offsetMs));
  await db
    .insertInto('dev_clock')
    .values({ offset_ms })
    .onConflict((oc) => oc.column('only_row').doUpdateSet({ offset_ms }))
    .execute();
}
