import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';

test.use({ serviceWorkers: 'allow', ownServer: 'demo' });

test('an installed app stores one offline page, shows it without a connection, returns automatically, and can be removed', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  await enterDemo(page, 'clipper');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone' });
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
  await page.reload();
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
  expect(await kept()).toEqual(['/offline.html', '/offline.js']);

  await context.setOffline(true);
  await page.goto('/clipper/earnings');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible();
  await page.goto('/clipper/settings/notifications');

  const here = page.getByRole('region', { name: 'This browser' });
  await here.getByRole('checkbox', { name: 'Offline mode (required for push)' }).press('Space');
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  expect(await kept()).toEqual([]);
  await page.reload();
  await expect(here.getByRole('checkbox', { name: 'Offline mode (required for push)' })).not.toBeChecked();
});

test('a push shows its message, under a tag that shows it once', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await enterDemo(page, 'clipper');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const [script] = context.serviceWorkers();
  // This browser has no screen for notifications.
  await script!.evaluate(() => {
    const shown: object[] = [];
    const scope = globalThis as unknown as {
      shown: object[];
      registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
    };
    scope.shown = shown;
    scope.registration.showNotification = async (title, options) => void shown.push({ title, ...options });
  });
  const push = {
    id: 'a',
    title: 'Money on its way',
    body: 'Open Permille to read it.',
    link: '/clipper/earnings',
  };
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(push),
  });
  const shown = () => script!.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
  await expect
    .poll(shown)
    .toMatchObject([{ title: push.title, body: push.body, tag: 'a', data: { id: 'a', link: push.link } }]);
});
