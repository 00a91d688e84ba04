import type { MemberRole } from './accounts.ts';
import type { NotificationTopic } from './notification-topics.ts';

interface TopicLabel {
  name: string;
  meaning: string;
}

const labels: Record<NotificationTopic, TopicLabel> = {
  submissions: {
    name: 'Submissions',
    meaning: 'A clip is waiting for your decision, or was decided without you.',
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
    meaning: 'A payout moved, or could not, or a listing’s budget is spent.',
  },
  listings: {
    name: 'Your listings',
    meaning: 'A listing was paused, ended, settled or removed.',
  },
  new_listings: {
    name: 'New listings',
    meaning: 'A host whom you follow posted a listing, or one fits a search that you saved.',
  },
  connections: {
    name: 'Connected accounts',
    meaning: 'A platform no longer lets us read an account.',
  },
  messages: {
    name: 'Messages and invitations',
    meaning: 'A host wrote to you about a clip, or invited you to a listing.',
  },
  other: {
    name: 'Everything else',
    meaning: 'What fits none of the above. Rare.',
  },
};

const hostLabels: Partial<Record<NotificationTopic, TopicLabel>> = {
  money: {
    name: 'Money on its way',
    meaning: 'A deposit or a refund moved, or could not.',
  },
  messages: {
    name: 'Messages',
    meaning: 'A clipper wrote to you about a clip.',
  },
};

/** Name and description of a topic, as this role is told of it. */
export const topicLabel = (topic: NotificationTopic, role: MemberRole): TopicLabel =>
  (role === 'host' && hostLabels[topic]) || labels[topic];
