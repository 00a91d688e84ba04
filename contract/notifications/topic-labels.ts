import type { MemberRole } from '#contract/accounts/accounts.ts';
import type { NotificationTopic } from './notification-topics.ts';

interface TopicLabel {
  name: string;
  meaning: string;
}

const labels: Record<NotificationTopic, TopicLabel> = {
  submissions: {
    name: 'Submissions',
    meaning: 'Clips to review or decided without you; their appeals, reviews and captions.',
  },
  decisions: {
    name: 'Decisions on your clips',
    meaning: 'Clips approved, rejected, closed or passed to our reviewers, and why.',
  },
  verification: {
    name: 'View verification',
    meaning:
      'Held views, appeals and screenshots, and what keeps a clip from earning, such as a caption to fix.',
  },
  money: {
    name: 'Money on its way',
    meaning: 'Payouts sent or failed, budgets used up and disputed payments of hosts.',
  },
  statements: {
    name: 'Monthly statements',
    meaning: 'On the first of each month: last month’s activity and its statement.',
  },
  listings: {
    name: 'Your listings',
    meaning: 'Listings paused, resumed, ended, settled or removed, and returned budget.',
  },
  new_listings: {
    name: 'New listings',
    meaning: 'New listings from hosts you follow or matching your saved searches.',
  },
  connections: {
    name: 'Connected accounts',
    meaning: 'Accounts we can no longer read, and codes in a bio that were checked.',
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
