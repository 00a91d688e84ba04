import { expect, test } from 'vitest';
import { everyRoute } from '#contract/every-route.ts';

test('check 20: an admin confirms their identity before anything that moves money, approves or releases', () => {
  const withoutProof = Object.entries(everyRoute)
    .filter(([, { access, method, recentLogin }]) => access === 'admin' && method !== 'GET' && !recentLogin)
    .map(([name]) => name)
    .sort();
  // These calls only remove rights or send information, or move no money.
  expect(withoutProof).toEqual([
    'adminMessages',
    'answerSupportMessage',
    'banUser',
    'checkConnectionCode',
    'closeSupportMessage',
    'closeSupportMessages',
    'declineDeposit',
    'declineRefund',
    'dismissAppeal',
    'explainLine',
    'explainMovement',
    'fetchStatement',
    'forgetLayout',
    'handleTakedown',
    'handleTakedowns',
    'importStatement',
    'pausePayouts',
    'previewStatement',
    'reconcileLedger',
    'refuseAttestation',
    'rejectEscalated',
    'rejectProof',
    'removeSavedFilter',
    'reopenSupportMessage',
    'reopenTakedown',
    'resolveLateStatus',
    'saveFilter',
    'tryScoreRules',
    'upholdFraudHold',
    'withdrawAgreement',
  ]);
});
