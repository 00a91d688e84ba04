import { type CrowdHost, everywhere, shortForms, tiktok, vertical, youtube } from './crowd-listing.ts';

const northgate: CrowdHost = {
  username: 'northgate_live',
  film: 'pixel',
  category: 'gaming',
  instructions: 'Vertical, one moment per clip, captions on. Keep the chat in frame when it makes the joke.',
  source: 'https://media.northgate.example/streams',
  decidesInHours: 3,
  balanceDollars: 412,
  listings: [
    {
      title: 'Couch co-op Friday: the haunted lighthouse',
      about: 'Two friends, one torch, and a lighthouse that moves the stairs when nobody looks.',
      ...{ platforms: everywhere, rateCentsPerMille: 180, budgetDollars: 900, age: 9, clips: 4, spent: 0.42 },
    },
    {
      title: 'Roguelike marathon, hours 20 to 26',
      about: 'The last six hours of a very long night. The best run dies to a door.',
      ...{ platforms: shortForms, rateCentsPerMille: 120, budgetDollars: 450, age: 24, clips: 3, spent: 1.1 },
    },
    {
      title: 'Chat picks the build',
      film: 'boss',
      about: 'Every talent point is a vote. Nothing makes sense and somehow it holds until the final boss.',
      ...{ platforms: tiktok, rateCentsPerMille: 90, budgetDollars: 260, age: 31, clips: 2, spent: 0.6 },
      rules: { maxPayoutDollars: 60 },
    },
    {
      title: 'Cosy farm, second spring',
      about: 'Planting plans, a fishing contest, and a goat that will not come home.',
      ...{ platforms: vertical, rateCentsPerMille: 60, budgetDollars: 180, age: 5, clips: 2, spent: 0.2 },
      rules: { minViews: 2_000 },
    },
    {
      title: 'Blind run: the clockwork city',
      film: 'boss',
      about: 'First time through, no guides, every riddle on camera.',
      ...{ platforms: shortForms, rateCentsPerMille: 150, budgetDollars: 600, age: 46, clips: 3, spent: 0.7 },
      state: { endedDaysAgo: 26 },
    },
    {
      title: 'Charity night for the food bank',
      film: 'talk',
      about:
        'Twelve guests, one wheel of forfeits, and the total that surprised everybody at three in the morning.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 220,
        budgetDollars: 1_500,
        age: 3,
        clips: 3,
        spent: 0.18,
      },
      rules: { endsInDays: 11, allocation: 'reserved', maxPayoutDollars: 150 },
    },
  ],
};

const sana: CrowdHost = {
  username: 'sana_plays',
  film: 'pixel',
  category: 'gaming',
  instructions: 'Timer visible, start five seconds before the trick. Name the category in the first line.',
  source: 'upload',
  decidesInHours: 7,
  balanceDollars: 130,
  listings: [
    {
      title: 'Sub-40 or bust',
      about: 'A platformer in under forty minutes. Three years of attempts, and this is the week.',
      ...{
        platforms: shortForms,
        rateCentsPerMille: 160,
        budgetDollars: 500,
        age: 12,
        clips: 3,
        spent: 0.55,
      },
      rules: { decisionHours: 72, maxSeconds: 60 },
    },
    {
      title: 'Glitch hunting with the community',
      about: 'Walls that are not walls. Someone falls through the map every ten minutes.',
      ...{ platforms: tiktok, rateCentsPerMille: 70, budgetDollars: 150, age: 19, clips: 2, spent: 1.2 },
    },
    {
      title: 'A new category in seven days',
      about: 'From the tutorial to a leaderboard time, one evening at a time.',
      ...{ platforms: youtube, rateCentsPerMille: 110, budgetDollars: 320, age: 38, clips: 3, spent: 0.8 },
      state: { endedDaysAgo: 6 },
    },
    {
      title: 'Four runners, one seed',
      about: 'Race night with commentary. The lead changes nine times in the last ten minutes.',
      ...{ platforms: everywhere, rateCentsPerMille: 140, budgetDollars: 700, age: 4, clips: 3, spent: 0.25 },
      rules: { decisionHours: 48 },
    },
    {
      title: 'Randomizer with strangers',
      film: 'boss',
      about: 'Nobody knows where anything is. That includes the person who wrote it.',
      ...{ platforms: shortForms, rateCentsPerMille: 80, budgetDollars: 200, age: 44, clips: 2, spent: 0.5 },
      state: { endedDaysAgo: 24 },
    },
    {
      title: 'Marathon week, day three',
      about: 'Fourteen games, two hosts, one broken chair. Choose the moment that made the couch laugh.',
      ...{ platforms: vertical, rateCentsPerMille: 100, budgetDollars: 350, age: 15, clips: 2, spent: 0.35 },
      state: 'paused',
    },
  ],
};

const pitlane: CrowdHost = {
  username: 'pitlane_tv',
  film: 'race',
  category: 'sports',
  instructions: 'Onboard sound, no music over the engine. Show the lap number, end on the flag.',
  source: 'https://files.pitlane.example/season-4',
  decidesInHours: 12,
  balanceDollars: 1_240,
  listings: [
    {
      title: 'Night race at the old circuit',
      about: 'Floodlights, rain from lap nine, and a safety car that nobody wanted.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 260,
        budgetDollars: 2_400,
        age: 8,
        clips: 5,
        spent: 0.48,
      },
      rules: { decisionHours: 72, minSeconds: 15, maxSeconds: 60 },
    },
    {
      title: 'Karting with mechanics: what breaks first',
      about: 'Twelve karts, one toolbox. The chain lasts longer than anyone bet.',
      ...{ platforms: tiktok, rateCentsPerMille: 130, budgetDollars: 380, age: 21, clips: 3, spent: 0.66 },
    },
    {
      title: 'Rally stages in the rain',
      about: 'Gravel, fog, and a co-driver who never raises his voice.',
      ...{
        platforms: shortForms,
        rateCentsPerMille: 240,
        budgetDollars: 1_100,
        age: 6,
        clips: 3,
        spent: 0.3,
      },
      rules: { language: 'English' },
    },
    {
      title: 'From paddock to podium, round 4',
      about: 'A privateer team on a weekend where everything goes right until Sunday.',
      ...{ platforms: youtube, rateCentsPerMille: 200, budgetDollars: 800, age: 52, clips: 3, spent: 0.75 },
      state: { endedDaysAgo: 30 },
    },
    {
      title: 'Onboard lap school',
      about: 'One corner per episode, explained until it is slow enough to understand.',
      ...{ platforms: vertical, rateCentsPerMille: 90, budgetDollars: 240, age: 27, clips: 2, spent: 0.4 },
      state: 'paused',
    },
    {
      title: 'Forty pit stops in an afternoon',
      about: 'The crew practises until a wheel gun gives up. Under three seconds, or again.',
      ...{ platforms: tiktok, rateCentsPerMille: 110, budgetDollars: 300, age: 2, clips: 0, spent: 0 },
      rules: { minViews: 1_000 },
    },
  ],
};

const quietboard: CrowdHost = {
  username: 'quietboard',
  film: 'chess',
  category: 'learning',
  instructions: 'Readable board on a phone. Say whose move it is, pause before the answer.',
  source: 'https://quietboard.example/archive',
  decidesInHours: 20,
  balanceDollars: 64,
  listings: [
    {
      title: 'Endgames explained over coffee',
      about: 'Ten minutes, one position, no engine until the cup is empty.',
      ...{ platforms: shortForms, rateCentsPerMille: 100, budgetDollars: 220, age: 13, clips: 2, spent: 0.5 },
    },
    {
      title: 'Go for beginners: the first corner',
      about: 'Why the third line feels safe and the fourth line wins.',
      ...{ platforms: youtube, rateCentsPerMille: 75, budgetDollars: 160, age: 34, clips: 2, spent: 0.45 },
      state: { endedDaysAgo: 3 },
      rules: { language: 'English' },
    },
    {
      title: 'Blitz arena, round nine',
      about: 'Three minutes each. Somebody sacrifices a queen for the camera.',
      ...{ platforms: tiktok, rateCentsPerMille: 95, budgetDollars: 180, age: 17, clips: 2, spent: 1.15 },
    },
    {
      title: 'Correspondence game, move 41',
      about: 'A game that began in April. Tonight one side resigns.',
      ...{ platforms: vertical, rateCentsPerMille: 50, budgetDollars: 90, age: 40, clips: 2, spent: 0.7 },
      state: { endedDaysAgo: 22 },
    },
    {
      title: 'Tournament diary, Tbilisi',
      about: 'Seven rounds, long walks, and the analysis that happens at breakfast.',
      ...{ platforms: everywhere, rateCentsPerMille: 120, budgetDollars: 400, age: 5, clips: 2, spent: 0.22 },
      rules: { decisionHours: 72 },
    },
  ],
};

export const playHosts = [northgate, sana, pitlane, quietboard];
