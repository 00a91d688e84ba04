import { arrive } from './by-request.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('settings have a section for each purpose, by keyboard too, and links of earlier mails find them', async ({
  page,
  app,
}) => {
  await arrive(page, app, 'in_sections');
  await visit(page, '/clipper/settings');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  const current = sections.locator('[aria-current=page]');
  await expect(current).toHaveText('Profile');
  await sections.getByRole('link', { name: 'Payouts' }).press('Enter');
  await expect(page).toHaveURL(/\/clipper\/settings\/payouts$/);
  await expect(current).toHaveText('Payouts');
  await expect(page.getByLabel('Payment Email')).toBeVisible();
  await expect(page).toHaveTitle('Payouts · Settings · Permille');

  for (const [former, section, region] of [
    ['#api-keys', /\/developers#api-keys$/, 'API keys'],
    ['#discord-account', /\/accounts#discord-account$/, 'Discord account'],
    ['?connected=tiktok', /\/accounts$/, 'Connected Socials'],
  ] as const) {
    await page.goto(`/clipper/settings${former}`);
    await expect(page).toHaveURL(section);
    await expect(page.getByRole('region', { name: region })).toBeVisible();
  }
});
