import type { Page } from '@playwright/test';
import { arrive, offerListing } from './by-request.ts';
import { layoutFaults, readerFaults } from './faults.ts';
import { expect, test } from './story.ts';

async function expectSound(page: Page): Promise<void> {
  expect(await layoutFaults(page)).toEqual([]);
  expect(await readerFaults(page, 'all')).toEqual([]);
}

/** Opens the simulated Discord client from Settings. */
async function openDiscord(page: Page): Promise<Page> {
  const account = page.locator('#discord-account');
  const opened = page.waitForEvent('popup');
  await account.getByRole('link', { name: 'Add the commands to a server' }).click();
  return await opened;
}

/** Types a command; returns the answer as the person sees it. */
async function type(discord: Page, line: string) {
  await discord.getByLabel('As').fill('tess');
  await discord.getByLabel('Command', { exact: true }).fill(line);
  await discord.getByRole('button', { name: 'Send' }).click();
  return discord.getByRole('status');
}

test('a host’s new listing is announced in the connected channel, and mentions nobody', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/400/);
  await arrive(page, app, 'channel_host');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/host/settings/accounts#discord-account');
  const discord = await openDiscord(page);
  await page.goto('/host/settings/notifications#discord');
  const channels = page.locator('#discord');
  await expect(channels.getByText('You have no channel yet.')).toBeVisible();
  await discord.getByLabel('Channel').fill('new-listings');
  await discord.getByRole('button', { name: 'New webhook' }).click();
  const address = await discord.getByLabel('Webhook URL of #new-listings').inputValue();

  await channels.getByRole('button', { name: 'Add channel' }).click();
  const form = page.getByRole('dialog', { name: 'Add a channel' });
  const add = form.getByRole('button', { name: 'Add channel' });
  await add.click();
  await expect(form.getByText('Give the channel a name.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('#new-listings');
  await form.getByLabel('Webhook address').fill('https://discord.example/api/webhooks/1/a');
  await add.click();
  await expect(form.getByLabel('Webhook address')).toBeFocused();
  await expectSound(page);
  await form.getByLabel('Webhook address').fill(address);
  await add.click();
  const saved = channels.getByRole('listitem').filter({ hasText: '#new-listings' });
  await expect(saved.getByText('On', { exact: true })).toBeVisible();
  await expectSound(page);
  await expect(page.getByText(address)).toHaveCount(0);

  const title = '@everyone **look** at harbor lights';
  const offer = { title, rate: '2.00', budget: '60', funds: '60', channel: 'channelhost' };
  const listingId = await offerListing(page, app, offer);
  const announced = discord.getByText(`${app.baseUrl}/listings/${listingId}`);
  await expect(async () => {
    await discord.reload();
    await expect(announced).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(discord.getByText('Permille can post in this channel.')).toBeVisible();
  await expect(discord.getByText('A new listing', { exact: true })).toBeVisible();
  await expect(announced).toContainText(title);
  await expect(announced).toContainText('$2.00 per 1,000 verified views');
  await expect(discord.getByText(/, calls nobody$/)).toHaveCount(2);
  await expect(discord.getByText(/, calls (?!nobody)/)).toHaveCount(0);
});

test('a clipper links their Discord account, uses it for balance and posts, and unlinks it', async ({
  page,
  app,
  newPerson,
}) => {
  const host = await newPerson();
  await arrive(host, app, 'quay_lantern');
  const listing = { title: 'Quays by night', rate: '2.00', budget: '60', funds: '60', channel: 'nightquays' };
  const listingId = await offerListing(host, app, listing);
  await arrive(page, app, 'channel_cuts');
  await page.goto('/clipper/settings/accounts#discord-account');
  const account = page.locator('#discord-account');
  await expect(account.getByText('No account is linked yet.')).toBeVisible();
  const discord = await openDiscord(page);
  await expect(await type(discord, '/balance')).toContainText('Link your account first');

  await account.getByRole('button', { name: 'Link account' }).click();
  const shown = page.getByRole('dialog', { name: 'Link your Discord account' });
  const code = await shown.getByLabel('Code', { exact: true }).inputValue();
  await expectSound(page);
  await expect(await type(discord, `/link code:${code}`)).toContainText('Linked.');
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(account.getByText('tess')).toBeVisible();
  await expectSound(page);

  const balance = await type(discord, '/balance');
  await expect(balance).toContainText('Only you see this: answered');
  await expect(balance).toContainText('**Available** $0.00');
  const post = await app.makePost({ platform: 'tiktok', handle: 'somebody_else', caption: 'Quays #ad' });
  const checked = await type(discord, `/submit listing:${listingId} post:${post}`);
  await expect(checked).toContainText('This post would not be taken');
  await expect(checked).toContainText(`${app.baseUrl}/clipper/submit?listing=${listingId}`);
  await page.goto('/clipper/submissions');
  await expect(page.getByText(/No submissions yet/)).toBeVisible();

  await page.goto('/clipper/settings/accounts#discord-account');
  await account.getByRole('button', { name: 'Unlink' }).click();
  await expect(account.getByText('No account is linked yet.')).toBeVisible();
  await expect(await type(discord, '/balance')).toContainText('Link your account first');
});
