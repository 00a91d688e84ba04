/** Frequent questions, each with the id of its answer in the help centre. */
export const popularTopics = [
  { title: 'When and how payouts leave', answer: 'payouts' },
  { title: 'How views are verified', answer: 'verification' },
  { title: 'Reviews and rejected clips', answer: 'review' },
  { title: 'Budgets and refunds', answer: 'budget' },
  { title: 'Clips that can’t be submitted', answer: 'submitting' },
];

export const supportChannels = [
  { name: 'Contact form', value: 'Replies in 24-48 hours' },
  { name: 'Help center', value: 'Answers at any time' },
  { name: 'Community', value: 'Answers from other members' },
];
