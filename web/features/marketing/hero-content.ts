/** Texts about each side in the landing page’s first screen. Operators can edit them here. */
export const sides = [
  {
    who: 'Clippers get',
    gets: 'The rate and the free budget before the first cut, and a receipt for every cent.',
  },
  {
    who: 'Hosts get',
    gets: 'Clips by many people at one price per 1,000 verified views, and never a bill above the budget.',
  },
];
