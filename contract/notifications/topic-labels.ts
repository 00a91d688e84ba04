import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { NotificationTopic } from './notification-topics.ts';

interface TopicLabel {
  name: string;
  meaning: string;
}

const labels: Record<NotificationTopic, TopicLabel> = {
  submissions: {
    name: 'Submissions',
    meaning:
      'Clips that wait for your decision or were decided without you; their appeals, reviews and captions.',
  },
  decisions: {
    name: 'Decisions on your clips',
    meaning: 'A clip was approved, rejected, closed or handed to our reviewers, and why.',
  },
  verification: {
    name: 'View verification',
    meaning:
      'Held views, appeals and screenshots, and what keeps a clip from earning, such as a caption to fix.',
  },
  money: {
    name: 'Money on its way',
    meaning:
      'A payout moved, or could not; a listing’s budget is used up; a bank questions what a host paid.',
  },
  statements: {
    name: 'Monthly statements',
    meaning: 'On the first of a month: what moved on your account in the one before, and its statement.',
  },
  listings: {
    name: 'Your listings',
    meaning: 'A listing was paused, resumed, ended, settled or removed, or gave budget back.',
  },
  new_listings: {
    name: 'New listings',
    meaning: 'A host whom you follow posted a listing, or one fits a search that you saved.',
  },
  connections: {
    name: 'Connected accounts',
    meaning: 'A platform no longer lets us read an account, or a code in a bio was checked.',
  },
  messages: {
    name: 'Messages and invitations',
    meaning: 'A host wrote to you about a clip, or invited you to a listing.',
  },
  other: {
    name: 'Everything else',
    meaning: 'Webhook failures, new webhooks and bounced emails.',
  },
};

const hostLabels: Partial<Record<NotificationTopic, TopicLabel>> = {
  money: {
    name: 'Money on its way',
    meaning: 'Deposits, refunds and disputed payments.',
  },
  messages: {
    name: 'Messages',
    meaning: 'A clipper wrote to you about a clip.',
  },
};

/** Returns the name and description of a topic for people with this role. */
export const topicLabel = (topic: NotificationTopic, role: MemberRole): TopicLabel =>
  (role === 'host' && hostLabels[topic]) || labels[topic];
