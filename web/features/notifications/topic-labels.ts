import type { NotificationTopic } from '#contract/notifications.ts';

/** Name and description of each topic. */
export const topicLabels: Record<NotificationTopic, { name: string; meaning: string }> = {
  submissions: {
    name: 'Submissions',
    meaning: 'A clip is waiting for your decision, or was decided without you. One mail for each.',
  },
  decisions: {
    name: 'Decisions on your clips',
    meaning: 'A clip was approved or rejected, and why.',
  },
  verification: {
    name: 'View verification',
    meaning: 'Views are contested, were released, or were found not to count.',
  },
  money: {
    name: 'Money on its way',
    meaning: 'A payout, a deposit or a refund moved, or could not.',
  },
  listings: {
    name: 'Your listings',
    meaning: 'A listing was paused, ended, settled or removed.',
  },
  connections: {
    name: 'Connected accounts',
    meaning: 'A platform no longer lets us read an account.',
  },
  messages: {
    name: 'Messages and invitations',
    meaning: 'Somebody wrote to you about a clip, or invited you to a listing.',
  },
  other: {
    name: 'Everything else',
    meaning: 'What fits none of the above. Rare.',
  },
};
