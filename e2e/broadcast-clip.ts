import type { Page } from '@playwright/test';
import { arrive, handIn, offerListing } from './by-request.ts';
import type { PreparedName } from './prepared-people.ts';
import type { RunningServer } from './server.ts';
import type { toolsOf } from './tools.ts';

/**
 * Growth of a clip that a broadcast showed. Its viewers like it less than followers do, so by counts alone it
 * looks bought.
 */
const broadcast = [
  [20, 1_500, 75],
  [30, 2_000, 95],
  [31, 9_000, 120],
  [33, 17_000, 150],
  [38, 23_000, 180],
  [50, 26_500, 210],
  [80, 29_000, 250],
  [300, 31_000, 300],
].map(([hours, views, likes]) => ({ hours: hours!, views: views!, likes: likes!, comments: likes! / 5 }));

interface Broadcast {
  host: { page: Page; name: PreparedName; channel: string };
  clipper: { page: Page; name: PreparedName; handle: string };
  platform: 'tiktok' | 'youtube';
  title: string;
}

/** Submits a clip with this growth to a new listing; returns its id. */
export async function submitBroadcast(
  app: Pick<RunningServer, 'baseUrl'> & ReturnType<typeof toolsOf>,
  { host, clipper, platform, title }: Broadcast,
): Promise<string> {
  await arrive(host.page, app, host.name);
  const money = { rate: '2.00', budget: '50.00', funds: '50.00' };
  const { channel } = host;
  const listingId = await offerListing(host.page, app, { title, ...money, channel, platform });
  await arrive(clipper.page, app, clipper.name);
  const account = { platform, handle: clipper.handle };
  const url = await app.makePost({ ...account, curve: broadcast, caption: `${title} #ad` });
  return await handIn(clipper.page, app, { ...account, listingId, url });
}
