import { arrive } from './by-request.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a new password ends the API keys that Settings lists, or keeps them', async ({
  page,
  app,
  playwright,
}) => {
  const person = await arrive(page, app, 'new_locks');
  await visit(page, '/clipper/settings/developers');
  const keys = page.getByRole('region', { name: 'API keys' });
  await keys.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Kept once');
  await form.getByRole('checkbox', { name: 'Read statements' }).press('Space');
  await form.getByRole('button', { name: 'Make key' }).click();
  const shown = page.getByRole('dialog', { name: 'Your API key' });
  const secret = await shown.getByLabel('Key', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  const program = await playwright.request.newContext({ baseURL: app.baseUrl });
  const status = async () =>
    (
      await program.get('/api/v1/clipper/statement?month=2026-03', {
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status();

  const open = (section: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click();
  await open('Security');
  const security = page.getByRole('region', { name: 'Security' });
  const ends = security.getByRole('checkbox', {
    name: 'Also end access that needs no password: 1 API key',
  });
  const change = async (current: string, next: string) => {
    await security.getByLabel('Current Password').fill(current);
    await security.getByLabel('New Password').fill(next);
    await security.getByLabel('Confirm Password').fill(next);
    await security.getByRole('button', { name: 'Update Password' }).click();
    await expect(security.getByLabel('New Password')).toHaveValue('');
  };
  await expect(ends).toBeChecked();
  await ends.uncheck();
  await change(person.password, 'moored-by-noon');
  expect((await app.mailTo(person.email, /was changed/)).text).toContain(
    'Still active, as chosen: 1 API key.',
  );
  expect(await status()).toBe(200);
  await expect(ends).toBeChecked();
  await change('moored-by-noon', person.password);
  await expect(ends).toBeHidden();
  await open('Developers');
  await expect(keys.getByText('No keys yet.')).toBeVisible();
  expect(await status()).toBe(401);
  await program.dispose();
});
