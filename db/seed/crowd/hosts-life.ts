import { type CrowdHost, everywhere, shortForms, tiktok, vertical, youtube } from './crowd-listing.ts';

const linnea: CrowdHost = {
  username: 'linnea_outdoors',
  film: 'climb',
  category: 'sports',
  instructions: 'Natural sound, no stock music. Say how cold it was, show the way up before the view.',
  source: 'https://cloud.linnea.example/raw',
  decidesInHours: 9,
  balanceDollars: 315,
  listings: [
    {
      title: 'Five days above the tree line',
      about: 'A solo walk with too much cheese and one very honest diary.',
      ...{
        platforms: everywhere,
        rateCentsPerMille: 210,
        budgetDollars: 1_000,
        age: 10,
        clips: 4,
        spent: 0.5,
      },
      rules: { decisionHours: 72, maxPayoutDollars: 120 },
    },
    {
      title: 'Ice swimming, first winter',
      about: 'Twelve Sundays, one hole in the lake, and how breathing changes everything.',
      ...{ platforms: vertical, rateCentsPerMille: 140, budgetDollars: 420, age: 26, clips: 3, spent: 0.7 },
    },
    {
      title: 'Three passes in one day',
      about: 'Up at three, down after dark. The second pass is where it hurts.',
      ...{ platforms: shortForms, rateCentsPerMille: 170, budgetDollars: 560, age: 7, clips: 2, spent: 0.28 },
    },
    {
      title: 'Packing under seven kilos',
      about: 'Everything on the kitchen table, everything weighed, half of it back on the shelf.',
      ...{ platforms: tiktok, rateCentsPerMille: 85, budgetDollars: 200, age: 20, clips: 2, spent: 1.1 },
    },
    {
      title: 'Storm night in the tent',
      about: 'Eleven hours of wind in twelve minutes. The pole survives, the soup does not.',
      ...{ platforms: youtube, rateCentsPerMille: 150, budgetDollars: 480, age: 41, clips: 3, spent: 0.85 },
      state: { endedDaysAgo: 9 },
    },
    {
      title: 'From the climbing gym to granite',
      about: 'The same route grade, two different fears.',
      ...{ platforms: vertical, rateCentsPerMille: 125, budgetDollars: 330, age: 3, clips: 0, spent: 0 },
      rules: { endsInDays: 18 },
    },
  ],
};

const mateo: CrowdHost = {
  username: 'mateo_cocina',
  film: 'kitchen',
  category: 'food',
  instructions: 'Keep the sizzle. Name the dish in the first line, show the plate last.',
  source: 'https://video.mateococina.example/2026',
  decidesInHours: 5,
  balanceDollars: 221,
  listings: [
    {
      title: 'Street tacos, one pan',
      about: 'Everything you need fits into a bicycle basket.',
      ...{ platforms: everywhere, rateCentsPerMille: 190, budgetDollars: 850, age: 11, clips: 4, spent: 0.6 },
      rules: { decisionHours: 72, requiredTags: ['#onepan'] },
    },
    {
      title: 'Bread at four in the morning',
      about: 'A night shift in a bakery in Buenos Aires, flour and tango on the radio.',
      ...{ platforms: vertical, rateCentsPerMille: 160, budgetDollars: 520, age: 18, clips: 3, spent: 0.75 },
      rules: { language: 'Spanish' },
    },
    {
      title: 'Cooking for thirty on a boat',
      about: 'Two burners, one wave too many, and a soup that stayed in the pot.',
      ...{ platforms: shortForms, rateCentsPerMille: 230, budgetDollars: 900, age: 6, clips: 3, spent: 0.35 },
      rules: { allocation: 'reserved', maxPayoutDollars: 90 },
    },
    {
      title: 'Five sauces you will use',
      about: 'From a jar to a dinner in ninety seconds each.',
      ...{ platforms: tiktok, rateCentsPerMille: 105, budgetDollars: 280, age: 29, clips: 3, spent: 1.05 },
    },
    {
      title: 'Market day in Oaxaca',
      film: 'city',
      category: 'irl',
      about: 'Fourteen kinds of chilli and the grandmother who sells them all.',
      ...{ platforms: everywhere, rateCentsPerMille: 175, budgetDollars: 640, age: 48, clips: 3, spent: 0.8 },
      state: { endedDaysAgo: 27 },
      rules: { language: 'Spanish' },
    },
    {
      title: 'Dumplings with two grandmothers',
      about: 'They agree on the dough and on nothing else.',
      ...{ platforms: vertical, rateCentsPerMille: 145, budgetDollars: 400, age: 4, clips: 2, spent: 0.24 },
    },
  ],
};

const arda: CrowdHost = {
  username: 'arda_builds',
  film: 'talk',
  category: 'making',
  instructions: 'Before and after in the first three seconds. Hands in frame, tools by name.',
  source: 'upload',
  decidesInHours: 15,
  balanceDollars: 98,
  listings: [
    {
      title: 'A workbench from scrap oak',
      about: 'Pallets, patience, and a vice older than the workshop.',
      ...{
        platforms: shortForms,
        rateCentsPerMille: 130,
        budgetDollars: 360,
        age: 14,
        clips: 3,
        spent: 0.58,
      },
    },
    {
      title: 'Restoring a 1970s radio',
      about: 'Rust, two dead capacitors, and the first station after forty years.',
      ...{ platforms: everywhere, rateCentsPerMille: 185, budgetDollars: 700, age: 7, clips: 3, spent: 0.4 },
      rules: { decisionHours: 72, minSeconds: 20 },
    },
    {
      title: 'Tiny kitchen, one weekend',
      film: 'kitchen',
      about: 'Three square metres and a deadline on Sunday night.',
      ...{ platforms: vertical, rateCentsPerMille: 155, budgetDollars: 500, age: 33, clips: 3, spent: 0.72 },
      state: 'paused',
    },
    {
      title: 'Hand-cut joints, no glue',
      about: 'A box that holds because it has to.',
      ...{ platforms: youtube, rateCentsPerMille: 115, budgetDollars: 300, age: 43, clips: 2, spent: 0.66 },
      state: { endedDaysAgo: 23 },
    },
    {
      title: 'The lathe arrives',
      about: 'Four hundred kilos, one ramp, and neighbours with opinions.',
      ...{ platforms: tiktok, rateCentsPerMille: 100, budgetDollars: 240, age: 22, clips: 2, spent: 1.2 },
    },
    {
      title: 'Fixing what you send me',
      about: 'A kettle, a music box, a rocking chair. All of them leave working.',
      ...{ platforms: shortForms, rateCentsPerMille: 165, budgetDollars: 580, age: 2, clips: 0, spent: 0 },
      rules: { minViews: 1_500 },
    },
  ],
};

export const lifeHosts = [linnea, mateo, arda];
