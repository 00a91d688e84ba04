/** Texts of /community; an operator edits them here. */
export const communityFacts = [
  { name: 'Members', value: '1,200+' },
  { name: 'Next event', value: 'Jan 15, 2025' },
];

/** Each card leads to the contact form, where its place is given out. */
export const communityCards = [
  {
    title: 'Chat server',
    text: 'Hosts and clippers talk about listings, cuts and what travels. Ask, show a cut, find someone to work with.',
    ask: 'Ask for an invitation to the chat',
  },
  {
    title: 'Meetups',
    text: 'We meet, look at clips together and hear what hosts want next.',
    ask: 'Ask for the next date and place',
  },
  {
    title: 'Social feed',
    text: 'New listings, clips worth watching, and what changes on the platform.',
    ask: 'Ask where to follow it',
  },
  {
    title: 'Video channel',
    text: 'Walkthroughs of cutting, posting and submitting, from the first clip on.',
    ask: 'Ask for the walkthroughs',
  },
];
