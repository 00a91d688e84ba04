import { type CrowdHost, everywhere, shortForms, tiktok, vertical, youtube } from './crowd-listing.ts';

const harbour: CrowdHost = {
  username: 'harbour_talk',
  film: 'podcast',
  category: 'podcasts',
  instructions: 'Both faces in frame, captions on, no music over speech. Let the answer end.',
  source: 'https://audio.harbourtalk.example/video',
  decidesInHours: 26,
  balanceDollars: 505,
  listings: [
    {
      title: 'Harbour Talk 118: the ferry captain',
      about: 'Thirty years on the same eleven kilometres, and not one crossing alike.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 150,
        budgetDollars: 650,
        age: 23,
        clips: 4,
        spent: 0.78,
      },
    },
    {
      title: 'Harbour Talk 119: a nurse on nights',
      about: 'What people say at four in the morning, and what they ask for.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 150,
        budgetDollars: 650,
        age: 16,
        clips: 3,
        spent: 0.56,
      },
    },
    {
      title: 'Harbour Talk 120: leaving the city',
      about: 'A family, a van, and the village that did not want them at first.',
      ...{ platforms: everywhere, rateCentsPerMille: 150, budgetDollars: 650, age: 9, clips: 3, spent: 0.33 },
      rules: { decisionHours: 48 },
    },
    {
      title: 'Harbour Talk 121: the bicycle courier',
      about: 'Sixty kilometres a day, every door a story.',
      ...{ platforms: everywhere, rateCentsPerMille: 160, budgetDollars: 650, age: 2, clips: 0, spent: 0 },
      rules: { decisionHours: 48 },
    },
    {
      title: 'Live from the market hall',
      film: 'talk',
      about: 'Questions from a real audience, answers over the noise of fish being sold.',
      ...{ platforms: youtube, rateCentsPerMille: 135, budgetDollars: 420, age: 50, clips: 3, spent: 0.6 },
      state: { endedDaysAgo: 29 },
    },
    {
      title: 'Listeners ask: the summer special',
      about: 'Forty questions in forty minutes. Number thirty-one is the one to cut.',
      ...{ platforms: shortForms, rateCentsPerMille: 110, budgetDollars: 300, age: 36, clips: 2, spent: 0.5 },
      state: { endedDaysAgo: 5 },
    },
  ],
};

const yuki: CrowdHost = {
  username: 'yuki_synths',
  film: 'synth',
  category: 'music',
  instructions: 'Original sound only. Show the hands when the drop comes, no filters.',
  source: 'https://tape.yukisynths.example/takes',
  decidesInHours: 4,
  balanceDollars: 176,
  listings: [
    {
      title: 'A song in one hour',
      about: 'Clock in frame, no second takes, and a bass line found in minute fifty-one.',
      ...{ platforms: vertical, rateCentsPerMille: 170, budgetDollars: 540, age: 8, clips: 3, spent: 0.45 },
      rules: { decisionHours: 72 },
    },
    {
      title: 'Modular jam from the rooftop',
      about: 'Sunset, cables, and a neighbour who dances.',
      ...{ platforms: everywhere, rateCentsPerMille: 195, budgetDollars: 760, age: 5, clips: 3, spent: 0.3 },
      rules: { maxPayoutDollars: 100 },
    },
    {
      title: 'Field recordings: night trains',
      film: 'city',
      about: 'Couplings, announcements, sleep. Everything becomes percussion.',
      ...{ platforms: shortForms, rateCentsPerMille: 90, budgetDollars: 210, age: 28, clips: 2, spent: 0.62 },
      state: 'paused',
    },
    {
      title: 'Sampling a broken piano',
      about: 'Eleven keys still work. They are enough.',
      ...{ platforms: tiktok, rateCentsPerMille: 120, budgetDollars: 310, age: 1.5, clips: 2, spent: 0.518 },
      rules: { language: 'Japanese' },
    },
    {
      title: 'Studio diary, week six',
      about: 'The week the album almost got shorter.',
      ...{ platforms: youtube, rateCentsPerMille: 80, budgetDollars: 190, age: 39, clips: 2, spent: 0.55 },
      state: { endedDaysAgo: 21 },
    },
    {
      title: 'Live set, small room',
      about: 'Sixty people, one fan heater, and the take that became the single.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 205,
        budgetDollars: 820,
        age: 12,
        clips: 3,
        spent: 0.52,
      },
      rules: { decisionHours: 72, endsInDays: 6 },
    },
  ],
};

export const soundHosts = [harbour, yuki];
