import { centsToMicros, formatUsd, micros } from '#contract/money.ts';
import { formatCount } from '#web/ui/texts/count.ts';
import { earned, earnedUsd } from './formula.ts';

/** Examples of how hosts use the product. Their sums are computed. They will be replaced by real stories. */
export const hostStories = [
  {
    title: 'The chess host with nine hours a week',
    text: 'Nobody watches nine hours twice. The host posts one listing per tournament, names the rounds that mattered, and clears the queue over coffee.',
    sum: earnedUsd(250_000, 200),
    of: '250,000 verified views at $2.00',
  },
  {
    title: 'The podcast that tried a small budget',
    text: 'A first listing with a hundred dollars in it. It was used up, the listing paused automatically, and not one more view was paid.',
    sum: earnedUsd(100_000, 100),
    of: '100,000 verified views at $1.00',
  },
];

export const clipperStories = [
  {
    title: 'Three cuts from one stream',
    text: 'The parry, the save and the laugh afterwards, posted on three evenings. Each clip has its own receipt.',
    sum: earnedUsd(35_650 + 15_000 + 9_640, 200),
    of: '60,290 verified views at $2.00',
  },
  {
    title: 'A clip that was held',
    text: 'Views jumped overnight, and some were held for review. The receipt said which, why and by when. The rest kept earning, and the next day all were released.',
    sum: earnedUsd(48_200, 150),
    of: '48,200 verified views at $1.50',
  },
];

const budget = centsToMicros(120_000);
const views = 431_500;
const paid = earned(views, 200);

export const spotlight = {
  title: 'One stream, one listing, twelve clips',
  text: 'A speedrunner posts a listing the morning after a record attempt: any moment of the run, vertical, with the clock in view. Clippers find twelve. Two are rejected for the missing clock, with the reason, and ten earn.',
  facts: [
    { name: 'Budget', value: formatUsd(budget) },
    { name: 'Rate', value: '$2.00' },
    { name: 'Verified views', value: formatCount(views) },
    { name: 'Paid to clippers', value: formatUsd(paid) },
    { name: 'Back to the host', value: formatUsd(micros(budget - paid)) },
  ],
};
