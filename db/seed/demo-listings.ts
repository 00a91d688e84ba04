import type { ListingCategory } from '#contract/listings/categories.ts';
import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Film } from '#simulator/videos.ts';

/** The platforms of the demo's clips. */
export type DemoPlatform = Extract<PostPlatform, 'tiktok' | 'youtube' | 'instagram'>;

export const clipPlatforms: readonly DemoPlatform[] = ['tiktok', 'youtube', 'instagram'];

/**
 * When a clip's views were paid: by the weekly payouts 1 (oldest) to 6, by the payout that is on its way (b),
 * or not yet because they were earned this month (c).
 */
export type Mark = 1 | 2 | 3 | 4 | 5 | 6 | 'b' | 'c';

/** The demo host has this long to decide, so that clips still wait after a skipped day. */
export const DEMO_DECISION_HOURS = 48;

export interface DemoListing {
  title: string;
  /** The film that the listing's clips show. */
  film: Film;
  category: ListingCategory;
  description: string;
  instructions: string;
  platforms: DemoPlatform[];
  rateCentsPerMille: number;
  budgetDollars: number;
  /** The demo clipper's approved clips: verified views and when they were paid. */
  clips: [views: number, mark: Mark][];
  /** The verified views of all other clippers together. */
  othersViews: number;
  /** Views of the demo clipper's waiting clip; under 1,000, so nothing decides it automatically. */
  pendingViews?: number;
}

/** A distribution of clips that makes every demo figure exact; demo-plan.test.ts checks its sums. */
export const demoListings: DemoListing[] = [
  {
    title: 'The 14-hour Hollow run',
    film: 'boss',
    category: 'gaming',
    description:
      'One sitting, every boss, one very tired streamer. The parry at 9:12 and the last fight are gold, but surprise me.',
    instructions: 'Vertical, 15 to 60 seconds, captions on. Start with the moment, not with the build-up.',
    platforms: ['tiktok', 'youtube', 'instagram'],
    rateCentsPerMille: 200,
    budgetDollars: 1_200,
    clips: [
      [25_000, 1],
      [31_500, 3],
      [36_000, 5],
      [15_000, 'c'],
      [20_850, 'c'],
    ],
    othersViews: 175_370,
    pendingViews: 640,
  },
  {
    title: 'Chess with strangers, night 12',
    film: 'chess',
    category: 'learning',
    description:
      'Blitz games against whoever walks past. Blunders, handshakes, and one grandmaster in disguise.',
    instructions: 'Keep the board readable on a phone. Say whose move it is.',
    platforms: ['tiktok', 'youtube'],
    rateCentsPerMille: 150,
    budgetDollars: 600,
    clips: [
      [12_300, 1],
      [21_700, 5],
    ],
    othersViews: 53_320,
  },
  {
    title: 'Kitchen at midnight',
    film: 'kitchen',
    category: 'food',
    description: 'Cooking with what is left in the fridge after a late shift. Short, warm, a little chaotic.',
    instructions: 'Sound matters: keep the sizzle. Name the dish in the first line.',
    platforms: ['tiktok', 'instagram', 'youtube'],
    rateCentsPerMille: 250,
    budgetDollars: 800,
    clips: [
      [9_640, 2],
      [16_240, 4],
    ],
    othersViews: 47_708,
    pendingViews: 410,
  },
  {
    title: 'Rookie to podium: sim racing week',
    film: 'race',
    category: 'gaming',
    description: 'Seven days from first lap to first podium. Crashes welcome, overtakes better.',
    instructions: 'Cockpit view for overtakes, replay for crashes. Up to 45 seconds.',
    platforms: ['tiktok', 'youtube'],
    rateCentsPerMille: 200,
    budgetDollars: 700,
    clips: [
      [24_950, 1],
      [28_000, 2],
      [19_000, 4],
      [26_850, 6],
    ],
    othersViews: 42_030,
  },
  {
    title: 'Signal Check podcast, ep. 41',
    film: 'podcast',
    category: 'podcasts',
    description: 'Two hours with a lighthouse keeper. Pick the one answer people will argue about.',
    instructions: 'Both faces in frame, captions on, no music over speech.',
    platforms: ['tiktok', 'youtube', 'instagram'],
    rateCentsPerMille: 120,
    budgetDollars: 400,
    clips: [
      [24_500, 3],
      [28_750, 6],
    ],
    othersViews: 42_575,
  },
  {
    title: 'City walk: Lisbon after dark',
    film: 'city',
    category: 'irl',
    description: 'Four hours of trams, stairs and street music, filmed with a steady hand.',
    instructions: 'Let it breathe: at most two cuts. Tag the street if you know it.',
    platforms: ['tiktok', 'instagram'],
    rateCentsPerMille: 300,
    budgetDollars: 500,
    clips: [
      [19_900, 2],
      [17_600, 4],
      [8_700, 'b'],
    ],
    othersViews: 30_230,
    pendingViews: 275,
  },
  {
    title: 'Any% practice, no resets',
    film: 'pixel',
    category: 'gaming',
    description: 'A speedrunner learns a new route in public. Every failure counts.',
    instructions: 'Timer visible. The fail, the laugh, the next try.',
    platforms: ['tiktok', 'youtube'],
    rateCentsPerMille: 150,
    budgetDollars: 300,
    clips: [
      [30_000, 3],
      [20_000, 'c'],
    ],
    othersViews: 19_580,
  },
];

/** Deposits of the demo host in cents, oldest first. They pay the budgets and the balance that remains. */
export const demoDepositCents = [300_000, 250_000, 184_730];

export const otherClippers = ['mira_cuts', 'oto.edits', 'halfframe', 'nightdesk', 'loopkid', 'quietzoom'].map(
  (name) => name.replaceAll('.', '_'),
);

/** No two clips of a listing have the same caption: an equal caption and an equally long film mark a copy. */
export const captions = [
  'He forgot the parry exists #ad',
  'Wait for the last second #ad',
  'Nobody expected this #ad',
  'The 3 am one #ad',
  'I have watched this ten times #ad',
  'Say it louder #ad',
  'Look at the left corner #ad',
  'The part everyone quotes #ad',
  'One take, no plan #ad',
  'It gets worse from here #ad',
  'I paused three times for this #ad',
  'Sound on for the ending #ad',
];
