import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhookKindNames } from '#contract/webhook-endpoints/webhook-kinds.ts';

const schema = readFileSync(new URL('../../../db/schema.sql', import.meta.url), 'utf8');

/** Nouns of kinds whose verb is a state of the row, each with the database check that lists all states. */
const states: Record<string, string> = {
  submission: 'submissions_status_known',
  fraud_hold: 'fraud_holds_state_known',
  appeal: 'appeals_state_known',
  attestation: 'view_attestations_decision_known',
  listing: 'listings_state_known',
  deposit: 'deposits_state_known',
  refund: 'deposit_refunds_state_known',
  payout: 'payouts_state_known',
};

const isState = (noun: string, verb: string): boolean => {
  const check = new RegExp(`constraint ${states[noun]} CHECK \\(.*`).exec(schema)?.[0] ?? '';
  return check.includes(`'${verb}'::text`);
};

/** Returns whether a trigger writes the kind, as one text or as the noun and a word after it. */
const isWritten = (noun: string, verb: string): boolean =>
  schema.includes(`'${noun}.${verb}'`) ||
  (schema.includes(`'${noun}.' || case`) && schema.includes(`then '${verb}'`));

test.each(webhookKindNames.filter((kind) => kind !== 'earnings.released'))(
  '%s is an event that the database writes',
  (kind) => {
    const [noun, verb] = kind.split('.') as [string, string];
    expect(isState(noun, verb) || isWritten(noun, verb)).toBe(true);
  },
);
