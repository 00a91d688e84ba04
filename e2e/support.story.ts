import { enterDemo, enterPanel } from './people.ts';
import { expect, test } from './story.ts';

test('a visitor writes to the support and reads when to expect an answer', async ({ page }) => {
  await page.goto('/support');
  await page.getByRole('main').getByRole('link', { name: 'Contact Support' }).click();
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Tess');
  await page.getByRole('textbox', { name: 'Email' }).fill('tess@example.com');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Bug Report');
  await page.getByRole('textbox', { name: 'Message' }).fill('The receipt shows no date.');
  await send.click();
  await expect(page.getByText('Message Sent!')).toBeVisible();
  await expect(page.getByText("We'll get back to you within 24-48 hours.")).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
});

test('the help center finds answers, and a URL opens one of them', async ({ page }) => {
  await page.goto('/support');
  await page.getByRole('link', { name: 'Budgets and refunds' }).click();
  await expect(page.getByText('up to the budget of the listing and never more')).toBeVisible();
  await page.getByLabel('Search the help center').fill('hashtag');
  await expect(page.getByText('1 of 5 answers match.')).toBeVisible();
  await expect(page.getByText('a required hashtag is missing')).toBeVisible();
  await page.getByLabel('Search the help center').fill('zebra');
  await expect(page.getByRole('heading', { name: 'No answer found' })).toBeVisible();
});

test('the cookie choice is remembered, and Essential remains on', async ({ page }) => {
  await page.goto('/cookies');
  await expect(page.getByRole('checkbox', { name: 'Essential' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Analytics' }).check();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Analytics' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Marketing' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Accept All' }).click();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Marketing' })).toBeChecked();
});

test('the platform status says that the server does not answer, and recovers with it', async ({
  page,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  await page.route('**/api/status', (route) => route.abort());
  await page.goto('/support');
  const services = page.getByText('Platform Services').locator('..');
  await expect(services).toContainText('Not answering');
  await expect(page.getByText('Operational')).toHaveCount(0);
  await page.unroute('**/api/status');
  await expect(services).toContainText('Operational');
});

test('BETA shows on a phone, to visitors, members and admins', async ({ page, newPerson, app }) => {
  const seen = async (person: typeof page, path: string) => {
    await person.setViewportSize({ width: 360, height: 740 });
    await person.goto(path);
    await expect(person.getByText('BETA', { exact: true }).filter({ visible: true })).toHaveCount(1);
  };
  for (const path of ['/', '/auth', '/admin']) await seen(page, path);
  const member = await newPerson();
  await enterDemo(member, 'host');
  await seen(member, '/host/dashboard');
  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await expect(admin.getByRole('heading', { name: 'Admin Panel' })).toBeVisible();
  await seen(admin, '/admin/users');
});
