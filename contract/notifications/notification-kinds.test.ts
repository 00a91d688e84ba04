import { expect, test } from 'vitest';
import { topicOf } from './notification-kinds.ts';

test.each([
  ['message.received', 'messages'],
  ['invitation.sent', 'messages'],
  ['submission.attestation_refused', 'verification'],
  ['submission.approved', 'decisions'],
  ['listing.clip_reviewed', 'submissions'],
  ['listing.appeal_opened', 'submissions'],
  ['fraud_hold.opened', 'verification'],
  ['fraud_hold.opened_for_host', 'submissions'],
  ['webhook.failing', 'other'],
  ['written.by_a_former_release', 'other'],
])('%s uses the channels and timing that its person chose for “%s”', (kind, topic) => {
  expect(topicOf(kind)).toBe(topic);
});
