import { expect, type Page } from '@playwright/test';
import { browserOf, type Person, type PreparedName, personOf } from './prepared-people.ts';
import type { RunningServer } from './server.ts';

// Steps that a story needs but does not test, done through the requests of the screens, without navigation.

type App = Pick<RunningServer, 'baseUrl'>;

async function ask(page: Page, { baseUrl }: App, request: string, data: object): Promise<unknown> {
  const [method, path] = request.split(' ') as [string, string];
  const headers = { origin: baseUrl, 'idempotency-key': crypto.randomUUID() };
  const reply = await page.request.fetch(path, { method, data, headers });
  const text = await reply.text();
  if (!reply.ok()) throw new Error(`${request} answered ${reply.status()}: ${text}`);
  return text ? JSON.parse(text) : null;
}

/** Signs in a person who was prepared before the stories. */
export async function arrive(page: Page, app: App, username: PreparedName): Promise<Person> {
  const person = personOf(username);
  const { email, password } = person;
  await page.context().addCookies(browserOf(username).map((cookie) => ({ ...cookie, url: app.baseUrl })));
  await ask(page, app, 'POST /api/auth/login', { email, password });
  return person;
}

export async function connect(page: Page, app: App, platform: string, handle: string): Promise<void> {
  const start = await ask(page, app, 'POST /api/connections/start', { platform, returnTo: '/dashboard' });
  const { authorizeUrl } = start as { authorizeUrl: string };
  const headers = { origin: app.baseUrl };
  const reply = await page.request.post(authorizeUrl, { form: { decision: 'allow', handle }, headers });
  if (!reply.ok()) throw new Error(`${handle} was not connected: ${reply.status()}`);
}

const micros = (dollars: string) => String(Number(dollars) * 1_000_000);

/** Connects YouTube and adds funds (in dollars), which a host needs to post a listing. */
export async function equip(page: Page, app: App, channel: string, funds: string): Promise<void> {
  await connect(page, app, 'youtube', channel);
  await ask(page, app, 'POST /api/deposits/test-card', { amountMicros: micros(funds) });
}

/**
 * Connects YouTube, adds funds and posts a listing, for TikTok by default; returns the listing's id. Amounts
 * are in dollars.
 */
export async function offerListing(
  page: Page,
  app: App,
  listing: {
    title: string;
    rate: string;
    budget: string;
    funds: string;
    channel: string;
    description?: string;
    platform?: 'tiktok' | 'youtube';
    /** The id of an uploaded video; absent when the source is a link. */
    sourceMediaId?: string;
  },
): Promise<string> {
  await equip(page, app, listing.channel, listing.funds);
  const posted = await ask(page, app, 'POST /api/listings', {
    title: listing.title,
    description: listing.description ?? 'The best moments of a long evening.',
    instructions: 'Vertical, captions on.',
    platforms: [listing.platform ?? 'tiktok'],
    sourceMediaId: listing.sourceMediaId ?? null,
    sourceUrl: listing.sourceMediaId ? null : 'https://videos.example/evening.mp4',
    rateCentsPerMille: Math.round(Number(listing.rate) * 100),
    budgetMicros: micros(listing.budget),
    rules: {},
  });
  return (posted as { id: string }).id;
}

/** Uploads a host's video by tus; resolves with its id once the video was checked. */
export async function uploadSource(page: Page, app: App, bytes: Buffer): Promise<string> {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const headers = { origin: app.baseUrl, 'tus-resumable': '1.0.0' };
  const begun = await page.request.post('/api/uploads', {
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64('night.mp4')},filetype ${base64('video/mp4')}`,
    },
  });
  const address = begun.headers().location!;
  await page.request.patch(address, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  });
  const id = address.split('/').at(-1)!;
  await expect
    .poll(async () => (await (await page.request.get(`/api/media/${id}`)).json()).state)
    .toBe('ready');
  return id;
}

/**
 * Connects the post's platform, TikTok by default, answers the country question and submits; returns the
 * clip's id.
 */
export async function handIn(
  page: Page,
  app: App,
  { platform = 'tiktok', ...clip }: { handle: string; listingId: string; url: string; platform?: string },
): Promise<string> {
  await connect(page, app, platform, clip.handle);
  await ask(page, app, 'PUT /api/clipper/payout-country', { country: 'DE' });
  const { listingId, url } = clip;
  const body = { listingId, url, platform, reportedViews: 10 };
  return ((await ask(page, app, 'POST /api/submissions', body)) as { id: string }).id;
}

/** Approves a clip, but does not pass the time in which this can be undone. */
export async function approve(page: Page, app: App, clipId: string): Promise<void> {
  await ask(page, app, `POST /api/submissions/${clipId}/approve`, {});
}

/** Sets a clipper's payment email. */
export async function payAt(page: Page, app: App, email: string): Promise<void> {
  await ask(page, app, 'PUT /api/clipper/payout-address', { email });
}
