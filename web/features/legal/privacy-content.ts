import { namesText } from '#contract/platform-names.ts';
import type { LegalSection } from './legal-page.tsx';

/** The Privacy Policy: what the software does with personal data. An operator edits it here. */
export const privacySections: LegalSection[] = [
  {
    id: 'what',
    title: 'What we store',
    paragraphs: ['We store what the marketplace needs to work, and nothing for advertising:'],
    points: [
      'Your account: e-mail address, user name, account type, a profile photo if you add one, and a scrambled form of your password from which it can’t be read back.',
      'Your sessions: when and from which address and browser you signed in, so that a sign-in can be ended.',
      'Your connected accounts: their name and the access that you granted, encrypted. We never see your password there.',
      'Your work: listings, source videos, submitted clips, decisions about them, and the public counts of the posts you submitted.',
      'Screenshots of view counts that you send, with the words read in them, and what stood in your bio when an account was proved by a code.',
      'Your money: deposits, earnings, payouts, and the payment e-mail to which you asked us to pay.',
      'What you write to us through the contact form.',
    ],
  },
  {
    id: 'why',
    title: 'What we use it for',
    paragraphs: [
      'To run your account, to pay for views that really happened, and to answer you. Counts of your posts are compared over time and across clips to find false views; a person looks at what the analysis finds before anything is decided against you.',
      'E-mails from us concern your account and your money. There is no newsletter.',
    ],
  },
  {
    id: 'who',
    title: 'Who sees it',
    paragraphs: [
      'Everyone sees your public profile at /@username: name, photo and figures. A host sees the clips you submit to their listings and the evidence behind their views, a screenshot and the words in it too: crop what is nobody’s business. Our team sees what it needs to review clips, to pay and to help.',
      `We ask ${namesText('and')} for the counts of your posts, with the access that you granted. To pay you, the payment service needs your payment e-mail and the amount. We sell nothing to anyone.`,
    ],
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    paragraphs: [
      'As long as your account exists. A session ends when you sign out. Access to a connected account is erased when you disconnect it. Counts of your posts are kept for some months, then only those that money was computed from.',
      'The record of money can’t be erased: each cent must be traceable from a deposit to a payout, and the law asks for accounts to be kept.',
    ],
  },
  {
    id: 'safe',
    title: 'How we protect it',
    paragraphs: [
      'Every call is checked on the server against the person who makes it. The session stands in a cookie that scripts can’t read. Access to platforms is encrypted. What the team does to accounts, listings and money is written to a log that can’t be changed.',
    ],
  },
  {
    id: 'rights',
    title: 'Your rights',
    paragraphs: [
      'You can ask what we store about you, have it corrected, get a copy, or have your account deleted once no money or work is open. Write to us through the contact form under the category Account, from the e-mail address of your account. You can also complain to the data protection authority of your country.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookies',
    paragraphs: [
      'One cookie keeps you signed in. There are no trackers and nothing is loaded from other companies. The Cookie Policy lists what is stored in your browser, and where you choose.',
    ],
  },
];
