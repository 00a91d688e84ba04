import type { Actor } from '#server/http/actor.ts';
import type { TestActor } from './actor.ts';
import { connect, fund, listingBody } from './listings.ts';
import type { SweptWorld } from './sweep-world.ts';

/**
 * A change that a program makes, and the person for whom it is made. Later changes use the results of earlier
 * ones.
 */
export interface DocumentedChange {
  operationId: string;
  by: TestActor;
  /** The id that replaces `{id}` in the path. */
  id?: string;
  body?: unknown;
}

type Answer = { id?: string; version?: number };
type Ask = (change: DocumentedChange) => Promise<Answer>;

/**
 * Makes every change that programs may make, in an order in which each succeeds: a host's listing from its
 * post to its end, with clips.
 */
export async function makeEveryChange(world: SweptWorld, ask: Ask): Promise<void> {
  const host = await world.person('host');
  const clipper = await world.person('clipper');
  await connect(world.db, host as unknown as Actor);
  await fund(world.db, host.accountId, 500);
  const account = await payableAccount(world, clipper);

  const listed = await ask({ operationId: 'createListing', by: host, body: listingBody });
  const listing = { by: host, id: listed.id! };
  await ask({ ...listing, operationId: 'pinMoment', body: { second: 61, label: 'The parry' } });
  await ask({ ...listing, operationId: 'unpinMoment', body: { second: 61 } });
  await ask({ ...listing, operationId: 'pauseListing' });
  await ask({ ...listing, operationId: 'resumeListing' });
  const { budgetMicros: _, sourceMediaId: __, sourceUrl: ___, ...terms } = listingBody;
  await ask({
    ...listing,
    operationId: 'editListing',
    body: { ...terms, rateCentsPerMille: 250, version: 1 },
  });
  await ask({ ...listing, operationId: 'topUpListing', body: { amountMicros: '10000000' } });

  const clip = async (): Promise<string> => {
    const post = { ...account, caption: 'He forgot the parry #ad' };
    const { url } = await expectOk(world, 'POST /dev/simulator/videos', { body: post });
    const body = { listingId: listing.id, url, platform: account.platform, reportedViews: 10 };
    const { reportedViews: _views, ...checked } = body;
    await ask({ operationId: 'checkClip', by: clipper, body: checked });
    return (await ask({ operationId: 'submitClip', by: clipper, body })).id!;
  };
  await ask({ operationId: 'withdrawSubmission', by: clipper, id: await clip() });
  const decided = { by: host, id: await clip() };
  await ask({ ...decided, operationId: 'approveSubmission' });
  await ask({ ...decided, operationId: 'undoDecision' });
  await ask({
    ...decided,
    operationId: 'rejectSubmission',
    body: { reason: 'other', note: 'Another stream.' },
  });
  await ask({ ...listing, operationId: 'endListing' });
}

/** Connects an account at the simulated TikTok, as in the browser, and sets a payment address. */
async function payableAccount(world: SweptWorld, { headers }: TestActor) {
  const account = { platform: 'tiktok', handle: 'parrycuts' };
  const start = { platform: account.platform, returnTo: '/dashboard' };
  const { authorizeUrl } = await expectOk(world, 'POST /api/connections/start', { headers, body: start });
  const page = new URL(authorizeUrl!);
  const consent = await world.send(
    { method: 'POST', path: page.pathname },
    {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      query: Object.fromEntries(page.searchParams),
      body: new URLSearchParams({ decision: 'allow', handle: account.handle }).toString(),
    },
  );
  const { pathname, searchParams } = new URL(String(consent.headers.location));
  await world.send({ method: 'GET', path: pathname }, { headers, query: Object.fromEntries(searchParams) });
  await expectOk(world, 'PUT /api/clipper/payout-country', { headers, body: { country: 'DE' } });
  return account;
}

async function expectOk(world: SweptWorld, route: string, sending: Parameters<SweptWorld['send']>[1]) {
  const [method, path] = route.split(' ') as ['POST' | 'PUT', string];
  const { status, text } = await world.send({ method, path }, sending);
  if (status !== 200) throw new Error(`${route} answered ${status}: ${text}`);
  return JSON.parse(text) as { url?: string; authorizeUrl?: string };
}
