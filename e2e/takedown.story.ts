import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a rights holder requests a takedown, and an admin records the result', async ({
  page,
  newPerson,
  complaints,
}) => {
  complaints.expect(/400 .*takedowns/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Takedown request' }).click();
  const send = page.getByRole('button', { name: 'Send Request' });
  await send.click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Noa Lind');
  await page.getByLabel('Email').fill('noa@studio.example');
  await page.getByLabel('Clip or source').fill('tiktok.com/somewhere');
  await page.getByLabel('Your work').fill('My film "Harbor", of May 2024.');
  await page.getByRole('checkbox', { name: /good faith/ }).check();
  await page.getByRole('checkbox', { name: /accurate/ }).check();
  await page.getByLabel('Signature').fill('Noa Lind');
  await send.click();
  await expect(page.getByText(/a web address that begins with https/).first()).toBeVisible();
  await expect(page.getByLabel('Your work')).toHaveValue('My film "Harbor", of May 2024.');
  await page.getByLabel('Clip or source').fill('https://www.tiktok.com/@someone/video/7311111111111111111');
  await send.click();
  await expect(page.getByText('Request Sent!')).toBeVisible();

  const admin = await newPerson();
  await enter(admin, 'admin');
  await visit(admin, '/admin/takedowns');
  await admin.getByRole('button', { name: 'Open the request of Noa Lind' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Takedown request' });
  await dialog.getByRole('button', { name: 'Mark handled' }).click();
  await expect(dialog.getByText('Enter what was done.')).toBeVisible();
  await dialog.getByLabel('What was done').fill('The listing was removed.');
  await dialog.getByRole('button', { name: 'Mark handled' }).click();
  await expect(admin.getByText('No open takedown requests')).toBeVisible();
  await admin.getByRole('radio', { name: 'Handled' }).click();
  await admin.getByRole('button', { name: 'Open the request of Noa Lind' }).click();
  await expect(admin.getByText('The listing was removed.')).toBeVisible();
});
