import { unsupportedCountries } from '#contract/countries.ts';
import type { Actor } from '#server/http/actor.ts';
import { actBy, writeAudit } from '#server/infra/audit.ts';
import { type Outcome, refuse } from '#server/infra/outcome.ts';
import type { Tx } from '#server/infra/transaction.ts';

/**
 * Records the country in which a person is paid, in the caller's transaction. Refuses a country to which no
 * money can go.
 */
export async function setCountry(
  tx: Tx,
  actor: Actor,
  country: string,
  now: Date,
): Promise<Outcome<{ country: string }, 'payout_country_unsupported'>> {
  if (unsupportedCountries.includes(country))
    return refuse('payout_country_unsupported', { field: 'country' });
  const changed = await tx
    .insertInto('payout_countries')
    .values({ user_id: actor.accountId, country, set_at: now })
    .onConflict((oc) =>
      oc
        .column('user_id')
        .doUpdateSet({ country, set_at: now })
        .where('payout_countries.country', '<>', country),
    )
    .returning('country')
    .executeTakeFirst();
  if (!changed) return { country };
  await writeAudit(tx, actBy('clipper', actor.userId, now), 'payout_country.set', 'user', actor.accountId, {
    country,
  });
  return { country };
}
