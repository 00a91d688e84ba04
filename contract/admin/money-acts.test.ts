import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';
import { moneyActs } from './money-acts.ts';

const acts = Object.entries(moneyActs);
const performing = new Set<string>(acts.flatMap(([, { routes }]) => routes));

/** Admin calls that change something without moving money, each with its reason. */
const others: Record<string, string[]> = {
  'returns what is left of a budget to the host whose it was': ['adminRemoveListing'],
  'keeps money where it is': [
    'banUser',
    'cancelPayoutByAdmin',
    'declineDeposit',
    'declineRefund',
    'holdCohort',
    'pausePayouts',
    'refuseAttestation',
    'rejectProof',
    'rejectEscalated',
  ],
  'lets payouts go on that each pass their own checks': ['resumePayouts'],
  'always takes two admins': ['confirmAttestation'],
  'proves who owns an account; the account earns by clips that are judged': ['checkConnectionCode'],
  'changes rules that are tried before they apply, and moves nothing': [
    'applyScoreProposal',
    'changeScoreRules',
    'closeScoreDrift',
    'refuseScoreProposal',
    'tryScoreRules',
  ],
  'changes how much later payouts take without proof, and moves nothing': ['changeProofTiers'],
  'names a price that pages show, and moves nothing': ['changeMarketPrice'],
  'writes, reads or imports only': [
    'adminMessages',
    'answerSupportMessage',
    'closeSupportMessage',
    'closeSupportMessages',
    'explainLine',
    'explainMovement',
    'fetchStatement',
    'forgetLayout',
    'handleTakedown',
    'handleTakedowns',
    'importStatement',
    'previewStatement',
    'reconcileLedger',
    'removeSavedFilter',
    'reopenSupportMessage',
    'reopenTakedown',
    'resolveLateStatus',
    'saveFilter',
    'withdrawAgreement',
  ],
};

test('every admin call that changes something is a money act or has a reason why it is none', () => {
  const changing = Object.entries(everyRoute)
    .filter(([, { access, method }]) => access === 'admin' && method !== 'GET')
    .map(([name]) => name);
  expect([...performing, ...Object.values(others).flat()].sort()).toEqual(changing.sort());
});

test.each([...performing])(
  '%s can require two admins and refuses the admin’s own money, if anybody benefits',
  (name) => {
    const route = everyRoute[name as keyof typeof everyRoute];
    const codes = 'errors' in route ? (route.errors as readonly string[]) : [];
    // Two kinds of calls don't declare `second_admin_needed`: bulk calls report it per row, and
    // `confirmPayout` is the first admin's agreement.
    const forMany = 'refused' in ((route.reply as unknown as { shape: object }).shape ?? {});
    const isNobodys = acts.some(([, { routes, benefits }]) => routes.includes(name) && benefits === 'nobody');
    if (!forMany && !isNobodys) expect(codes).toContain('own_money');
    if (!forMany && name !== 'confirmPayout') expect(codes).toContain('second_admin_needed');
  },
);

test('docs/threats.md lists each money act with its calls, its beneficiary and the sum that counts', () => {
  const rows = readFileSync(new URL('../../docs/threats.md', import.meta.url), 'utf8').split('\n');
  for (const [kind, { routes, benefits, counts }] of acts) {
    const calls = routes.map((name) => `\`${name}\``).join(', ');
    expect(rows).toContain(`| \`${kind}\` | ${calls} | ${benefits} | ${counts} |`);
  }
});
