import type { LegalSection } from './legal-page.tsx';

/** The Cookie Policy below the preference center. */
export const cookieSections: LegalSection[] = [
  {
    id: 'stored',
    title: 'What is stored in your browser',
    paragraphs: ['All of it comes from this site and stays with this site:'],
    points: [
      'A session cookie, from when you log in until you sign out or it expires. Scripts can’t read it.',
      'A short-lived cookie while you sign in through another service, where that is offered.',
      'darkMode: whether you chose the light or the dark theme.',
      'The draft of a listing that you have not posted yet, until you close the tab.',
      'cookieConsent: the choice that you made above.',
    ],
  },
  {
    id: 'optional',
    title: 'Analytics and marketing',
    paragraphs: [
      'We use neither today. Whatever you choose above, no tracker, no advertisement and no script of another company is loaded. Your choice is kept for the case that this changes: then it holds, and what you did not allow stays off.',
    ],
  },
  {
    id: 'delete',
    title: 'How to delete them',
    paragraphs: [
      'Signing out ends the session. The settings of your browser delete the rest, at any time; the site then asks your system for light or dark, and this page shows no choice.',
    ],
  },
];
