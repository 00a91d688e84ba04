import type { AccountId } from '#contract/accounts/ids.ts';
import { createListingBody } from '#contract/listings/listing-terms.ts';
import { centsToMicros } from '#contract/money.ts';
import { connectablePlatforms } from '#contract/platforms/platforms.ts';
import { isRefusal } from '#server/infra/outcome.ts';
import { type Database, transact } from '#server/infra/transaction.ts';
import { confirmTestCard } from '#server/modules/deposits/deposits.ts';
import { createListing } from '#server/modules/listings/listings.ts';
import { DEMO_DECISION_HOURS, demoListings } from './demo-listings.ts';
import type { DemoPeople } from './demo-people.ts';
import { personOf } from './person-of.ts';

export async function takeDeposit(db: Database, hostId: AccountId, cents: number, at: Date): Promise<void> {
  await transact(db, (tx) =>
    confirmTestCard(tx, { hostId, userId: personOf(hostId), amountMicros: centsToMicros(cents), now: at }),
  );
}

/** Posts a demo listing as its host does. */
export async function postListing(
  db: Database,
  people: DemoPeople,
  index: number,
  at: Date,
): Promise<string> {
  const { title, description, instructions, platforms, category, rateCentsPerMille, budgetDollars } =
    demoListings[index]!;
  const terms = createListingBody.parse({
    title,
    description,
    instructions,
    platforms,
    category,
    sourceMediaId: people.sourceMediaId,
    sourceUrl: null,
    rateCentsPerMille,
    budgetMicros: centsToMicros(budgetDollars * 100).toString(),
    rules: { trackingDays: 60, decisionHours: DEMO_DECISION_HOURS },
  });
  const posted = await transact(db, (tx) =>
    createListing(tx, {
      hostId: people.hostId,
      userId: personOf(people.hostId),
      terms,
      asked: connectablePlatforms,
      now: at,
    }),
  );
  if (isRefusal(posted)) throw new Error(`demo listing "${title}" was refused: ${posted.code}`);
  return posted.id;
}
