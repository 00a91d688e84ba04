import { beforeAll, expect, test } from 'vitest';
import { renderPage } from './prerender.tsx';
import { plain } from './testing/screen.tsx';

const texts = new Map<string, string>();
const bodies = new Map<string, string>();

beforeAll(async () => {
  const paths = ['/', '/pricing', '/support', '/help-center', '/contact', '/community', '/cookies'];
  for (const path of [...paths, '/success-stories', '/nothing/here']) {
    const { body } = await renderPage(path);
    bodies.set(path, body);
    texts.set(path, plain(body));
  }
});

const says = (path: string, ...all: string[]) => {
  for (const text of all) expect(texts.get(path)).toContain(text);
};
const count = (path: string, pattern: RegExp) => bodies.get(path)!.match(pattern)?.length ?? 0;
/** Returns the page without its header and footer, because they link to most pages. */
const mainOf = (path: string) => /<main[\s\S]*<\/main>/.exec(bodies.get(path)!)![0];
const headings = (path: string) =>
  [...mainOf(path).matchAll(/<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/g)].map(([, text]) => plain(text!).trim());

test('landing: badge, navigation, hero, benefits, both ways, pricing, testimonials, questions, closing, footer', () => {
  says('/', 'BETA', 'Login', 'Sign Up', 'Start Earning Today', 'Watch Demo', 'No upfront fees');
  says('/', 'For hosts', 'For creators', 'Platform fee. Clippers keep 100%.', 'Frequently asked questions');
  says('/', 'Most clips reviewed within 24 hours', 'AI analysis plus human verification');
  says('/', 'Paid out 24-48 hours after approval', 'weekly cycle', 'TikTok, YouTube Shorts');
  expect(headings('/')).toEqual(
    expect.arrayContaining(['How it works', 'The moment is already in the stream.']),
  );
  expect(count('/', /<blockquote>/g)).toBe(3);
  expect(count('/', /<details/g)).toBeGreaterThanOrEqual(5);
  for (const path of ['platform', 'how-it-works', 'pricing', 'success-stories', 'support', 'help-center'])
    expect(bodies.get('/')).toContain(`href="/${path}"`);
  for (const path of [
    'contact',
    'community',
    'terms',
    'privacy',
    'cookies',
    'auth?role=host',
    'auth?role=clipper',
  ])
    expect(bodies.get('/')).toContain(`href="/${path}"`);
});

test('landing: three benefit cards, each with its figure, its title and a text', () => {
  const [cards = ''] = /<section aria-label="Why Permille"[\s\S]*?<\/section>/.exec(bodies.get('/')!) ?? [];
  const texts = [...cards.matchAll(/<li[\s\S]*?<\/li>/g)].map(([card]) => plain(card).trim());
  expect(texts).toEqual([
    expect.stringMatching(/^\$0\.00 No upfront fees Clipping is free\./),
    expect.stringMatching(/^24 h Most clips reviewed within 24 hours .*48 or 72 hours, and says so\./),
    expect.stringMatching(/^100% Clippers keep all of it .*AI analysis plus human verification/),
  ]);
});

test('the worked example is 15,000 views at $2.00 = $30.00, beside the rates of the specification', () => {
  for (const path of ['/', '/pricing']) says(path, '15,000', '$30.00', '$1.00', '$1.50', '$2.00', '$3.00');
});

test('pricing: scenarios, the fee, both minimums, when and how payouts leave, refunds', () => {
  says(
    '/pricing',
    'platform fee is 0%',
    'Example scenarios for clippers',
    'Example scenarios for hosts',
    'On request, from $5.00',
    'Weekly, from $10.00',
    '24-48 hours after approval',
  );
  says(
    '/pricing',
    'Payouts are processed manually for now. PayPal and bank transfer are coming soon; crypto is planned.',
  );
  says('/pricing', 'Refund requests are accepted within 30 days of the original transaction');
});

test('success stories: of hosts, of clippers, and a spotlight, each said to be an example', () => {
  expect(headings('/success-stories')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Hosts/), expect.stringMatching(/^Clippers/)]),
  );
  says('/success-stories', 'spotlight', 'These are examples.');
});

test('support: cards, topics, channels, both buttons, the status list in its words', () => {
  says(
    '/support',
    'Support Center',
    'Popular topics',
    'Support channels',
    'Contact Support',
    'Browse Help Center',
  );
  says('/support', 'Platform Services', 'Payment Processing', 'New Features In Development');
  for (const path of ['help-center', 'contact', 'community'])
    expect(mainOf('/support')).toContain(`"/${path}"`);
});

test('help center: a search, a way to the support', () => {
  says('/help-center', 'Search the help center');
  expect(mainOf('/help-center')).toMatch(/href="\/contact"[^>]*>Contact Support/);
});

test('contact: name, email, category of four, message; an answer within 24-48 hours', () => {
  const labels = [...mainOf('/contact').matchAll(/<label[^>]*>([^<]*)/g)].map(([, text]) => text);
  expect(labels).toEqual(['Name', 'Email', 'Category', 'Message']);
  const choices = [...mainOf('/contact').matchAll(/<option[^>]*value="\w+"[^>]*>([^<]*)/g)].map(
    ([, text]) => text,
  );
  expect(choices).toEqual(['Billing', 'Account', 'Bug Report', 'Feedback']);
  says('/contact', '24-48 hours');
});

test('community: the program that leads to the contact form', () => {
  expect(mainOf('/community')).toMatch(/Beta Testing Program[\s\S]*?href="\/contact"/);
});

test('cookies: Essential is locked, the two others are not', () => {
  says('/cookies', 'Essential', 'Always on', 'Analytics', 'Marketing', 'Save Preferences', 'Accept All');
  expect(count('/cookies', /<input(?=[^>]*type="checkbox")[^>]*disabled=""/g)).toBe(1);
  expect(count('/cookies', /<input[^>]*type="checkbox"/g)).toBe(3);
});

test('any other path: the specified text and its link', () => {
  says('/nothing/here', 'Oops! Page not found');
  expect(bodies.get('/nothing/here')).toMatch(/href="\/"[^>]*>Return to Home/);
});
