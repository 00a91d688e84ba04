import type { Page } from '@playwright/test';
import { pushService } from '#simulator/servers/push-service.ts';
import { approve, arrive, handIn, offerListing } from './by-request.ts';
import { expect, test } from './story.ts';

test.use({ serviceWorkers: 'allow', ownServer: 'push' });

type Answer = 'granted' | 'denied';

/**
 * Replaces the permission prompt and the push service, which this browser lacks. No code of ours is replaced.
 */
async function withPushService(page: Page, subscription: { endpoint: string; p256dh: string; auth: string }) {
  let answer: Answer = 'denied';
  const asked: Answer[] = [];
  await page.exposeFunction('askPerson', () => {
    asked.push(answer);
    return answer;
  });
  await page.addInitScript(({ endpoint, ...keys }) => {
    const person = globalThis as unknown as { askPerson(): Promise<NotificationPermission> };
    const kept = (name: string) => sessionStorage.getItem(`story ${name}`);
    Object.defineProperty(Notification, 'permission', { get: () => kept('permission') ?? 'default' });
    Notification.requestPermission = async () => {
      const permission = kept('permission') === 'granted' ? 'granted' : await person.askPerson();
      sessionStorage.setItem('story permission', permission);
      return permission;
    };
    let key: ArrayBuffer | null = null;
    const subscribed = {
      toJSON: () => ({ endpoint, keys }),
      get options() {
        return { applicationServerKey: key, userVisibleOnly: true };
      },
      unsubscribe: async () => {
        sessionStorage.removeItem('story subscribed');
        return true;
      },
    } as unknown as PushSubscription;
    PushManager.prototype.getSubscription = async () => (kept('subscribed') ? subscribed : null);
    PushManager.prototype.subscribe = async (options = {}) => {
      key = (options.applicationServerKey as Uint8Array<ArrayBuffer>).buffer;
      sessionStorage.setItem('story subscribed', '1');
      return subscribed;
    };
  }, subscription);
  return {
    asked,
    will: (next: Answer) => {
      answer = next;
    },
    /** Changes the permission as the person does in the browser's settings. */
    allow: () => page.evaluate(() => sessionStorage.removeItem('story permission')),
    isSubscribed: () => page.evaluate(() => sessionStorage.getItem('story subscribed') === '1'),
  };
}

test('push is offered with a reason, explained after a refusal, turned on, sent encrypted, and turned off', async ({
  app,
  page,
  newPerson,
}) => {
  test.setTimeout(240_000);
  const service = await pushService();
  const browser = await withPushService(page, service.subscription('story'));
  const host = await newPerson();
  await arrive(host, app, 'dock_light');
  const listingId = await offerListing(host, app, {
    ...{ title: 'Dock lights', rate: '2.00', budget: '100', funds: '100', channel: 'docklight' },
  });
  await arrive(page, app, 'dock_cuts');
  const submit = async (caption: string) => {
    const url = await app.makePost({ platform: 'tiktok', handle: 'dockcuts', caption });
    return await handIn(page, app, { handle: 'dockcuts', listingId, url });
  };
  const decide = async (id: string) => {
    await approve(host, app, id);
    await app.advance('5m');
  };

  // Push is offered only after a person has received a notification.
  await page.goto('/clipper/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(page.getByText('Turn on push to hear from us')).toBeHidden();
  await page.keyboard.press('Escape');
  await decide(await submit('Dock lights, one #ad'));
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  const offer = page.getByText('Turn on push to hear from us');
  await expect(offer).toBeInViewport();
  expect(browser.asked).toEqual([]);
  await page.getByRole('button', { name: 'Turn on push' }).click();
  await expect(page.getByText('The browser was not allowed to show notifications.')).toBeVisible();
  await expect(offer).toBeHidden();

  await page.goto('/clipper/settings/notifications');
  const here = page.getByRole('region', { name: 'This browser' });
  await expect(here.getByText('This browser blocks notifications of this site.')).toBeVisible();
  await expect(here.getByRole('button', { name: 'Turn on push' })).toBeHidden();
  await browser.allow();
  browser.will('granted');
  await page.reload();
  await here.getByRole('button', { name: 'Turn on push' }).click();
  await expect(here.getByText('Push is on in this browser')).toBeVisible();
  expect(browser.asked).toEqual(['denied', 'granted']);

  await decide(await submit('Dock lights, two #ad'));
  await expect
    .poll(() => service.received.map(({ payload }) => payload.body))
    .toContain('Open Permille to read it.');
  const [push] = service.received;
  expect(push!.claims.aud).toBe(service.origin);
  expect(JSON.stringify(push!.payload)).not.toContain('Dock lights');

  await here.getByRole('checkbox', { name: 'Show titles, names and amounts' }).press('Space');
  await expect(here.getByRole('checkbox', { name: 'Show titles, names and amounts' })).toBeChecked();
  await decide(await submit('Dock lights, three #ad'));
  await expect
    .poll(() => service.received.map(({ payload }) => payload.body).join())
    .toContain('Dock lights');

  await here.getByRole('button', { name: 'Turn off' }).click();
  await expect(here.getByText('Push notifications are off.')).toBeVisible();
  expect(await browser.isSubscribed()).toBe(false);
  const before = service.received.length;
  await decide(await submit('Dock lights, four #ad'));
  await expect(page.getByRole('button', { name: /^Notifications, [2-9] unread/ })).toBeVisible();
  expect(service.received).toHaveLength(before);
  await service.close();
});
