import type { Page } from '@playwright/test';
import { consent, enterDemo } from './people.ts';
import { expect, test } from './story.ts';

const platform = 'tiktok';
const handle = 'stormcuts';

/** Acts as the demo's clipper through the pages' calls: connects an account and submits its post. */
async function submitByApi(page: Page, origin: string, makePost: (caption: string) => Promise<string>) {
  const post = async (path: string, data: object) => {
    const headers = { origin, 'idempotency-key': crypto.randomUUID() };
    return await (await page.request.post(path, { data, headers })).json();
  };
  const { authorizeUrl } = await post('/api/connections/start', { platform, returnTo: '/clipper/settings' });
  const allowed = await page.request.post(authorizeUrl, {
    form: { decision: 'allow', handle },
    headers: { origin },
    maxRedirects: 0,
  });
  await page.request.get(allowed.headers().location!);
  const { rows } = await (await page.request.get('/api/listings?platform=tiktok')).json();
  for (const { id, title } of rows) {
    const { rules } = await (await page.request.get(`/api/listings/${id}`)).json();
    if (!rules.disclosureRequired) continue;
    const words = [...rules.requiredTags, 'Through the storm'].join(' ');
    const url = await makePost(`${words} #ad`);
    const sent = await post('/api/submissions', { listingId: id, url, platform, reportedViews: 0 });
    if (sent.id) return { title: title as string, words, postId: url.split('/').at(-1)! };
  }
  throw new Error('no listing took the clip');
}

test('a clipper reads in words why views are not counted, and that counting works again', async ({
  app,
  page,
}) => {
  test.setTimeout(480_000);
  await enterDemo(page, 'clipper');
  const curve = [0, 200].map((hours) => ({ hours, views: hours * 40, likes: hours * 3, comments: 0 }));
  const clip = await submitByApi(page, app.baseUrl, (caption) =>
    app.makePost({ platform, handle, curve, caption }),
  );
  const why = page.getByRole('main');
  const openClipAfter = async (by: string) => {
    await app.advance(by);
    await page.goto('/clipper/submissions');
    await page.getByRole('link', { name: clip.title }).first().click();
    await expect(why.getByRole('heading', { level: 1, name: /^Clip of/ })).toBeVisible();
  };
  const post = { platform, id: clip.postId } as const;
  const troubles = /does not answer as it should|can’t be read|is not connected/;

  await app.setFault({ service: platform, mode: 'down', minutes: 60 });
  await openClipAfter('40m');
  await expect(why.getByText('TikTok does not answer as it should.')).toBeVisible();
  await expect(why.getByText(/Nothing is lost/)).toBeVisible();
  await openClipAfter('90m');
  await expect(why.getByText(troubles)).toBeHidden();

  await app.changePost({ ...post, visibility: 'private' });
  await openClipAfter('60m');
  await expect(why.getByText('The post can’t be read.')).toBeVisible();
  await expect(page.getByText('The post has to be public again').first()).toBeVisible();
  await app.changePost({ ...post, visibility: 'public' });
  await openClipAfter('60m');
  await expect(why.getByText(troubles)).toBeHidden();

  await app.disconnect({ platform, handle });
  await openClipAfter('60m');
  await expect(why.getByText('The account is not connected.')).toBeVisible();
  await why.getByRole('link', { name: 'Connect your account' }).click();
  await expect(page.getByText('Access ended')).toBeVisible();
  await page.getByRole('button', { name: 'Reconnect TikTok' }).click();
  await consent(page, handle);
  await expect(page.getByText('Your TikTok account has been verified.')).toBeVisible();
  await openClipAfter('60m');
  await expect(why.getByText(troubles)).toBeHidden();

  await app.changePost({ ...post, caption: clip.words });
  await openClipAfter('24h');
  await expect(why.getByText('Fix your post.')).toBeVisible();
  await app.changePost({ ...post, caption: `${clip.words} #sponsored` });
  await why.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Your caption has everything it needs.')).toBeVisible();
  await expect(why.getByText('Fix your post.')).toBeHidden();

  // After this time, 48 hours have passed since the first notice.
  await app.advance('49h');
  await app.changePost({ ...post, caption: clip.words });
  await openClipAfter('31h');
  await expect(why.getByText('This clip earns nothing until it is fixed.')).toBeVisible();
  await expect(why.getByText(/failed within the last 30 days/)).toBeVisible();
  await app.changePost({ ...post, caption: `Werbung ${clip.words}` });
  await why.getByRole('button', { name: 'Check again' }).click();
  await expect(why.getByText('This clip earns nothing until it is fixed.')).toBeHidden();
  expect((await app.reconcile()).ok).toBe(true);
});
