import type { Page } from '@playwright/test';
import { arrive } from './by-request.ts';
import { readerFaults } from './faults.ts';
import { oldLogin } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

/** Gives the page an authenticator with a fingerprint sensor. `verify` lets it fail or succeed. */
async function withAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const read = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    verify: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    read,
    replace: async (credentials: Awaited<ReturnType<typeof read>>) => {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      for (const credential of credentials)
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}

/** Adds a passkey in the settings. */
async function addPasskey(page: Page): Promise<void> {
  await visit(page, '/clipper/settings/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('now signs you in.')).toBeVisible();
}

test('a member adds a passkey, signs in and confirms with it, renames and removes it', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/401|403/);
  const person = await arrive(page, app, 'key_turner');
  const { verify } = await withAuthenticator(page);
  await visit(page, '/clipper/settings/security');
  await expect(page.getByText('No passkeys yet. A passkey signs you in')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add passkey' });
  await add.click();
  await expect(page.getByText('now signs you in.')).toBeVisible();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list.getByText('never used')).toBeVisible();
  await expect(list.getByText('On one device only')).toBeVisible();
  expect((await app.mailTo(person.email, /passkey was added/)).text).toContain('Chrome on Linux');

  await add.click();
  await expect(page.getByText('already has a passkey for your account.')).toBeVisible();

  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill(' ');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename.getByText('Enter a name to recognize this passkey by.')).toBeVisible();
  await rename.getByLabel('Name').fill('Work laptop');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(list.getByText('Work laptop')).toBeVisible();
  expect(await readerFaults(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto('/auth?mode=login');
  await verify(false);
  const enter = page.getByRole('button', { name: 'Continue with a passkey' });
  await enter.click();
  await expect(page.getByText('You canceled, or it took too long. Nothing has changed.')).toBeVisible();
  await verify(true);
  expect(await readerFaults(page)).toEqual([]);
  await enter.click();
  await expect(page).toHaveURL(/\/clipper\/dashboard$/);

  await visit(page, '/clipper/settings/security');
  await expect(list.getByText('last used')).toBeVisible();
  await page.context().clearCookies();
  // A read in the background may open the dialog first, which hides the button from readers.
  await page.getByRole('button', { name: 'Add passkey', includeHidden: true }).dispatchEvent('click');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await again.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(again).toBeHidden();

  await oldLogin(page, { method: 'DELETE', path: '/api/auth/passkeys/*', times: 1 });
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  const remove = page.getByRole('alertdialog', { name: 'Remove Work laptop?' });
  await remove.getByRole('button', { name: 'Remove passkey' }).click();
  const prompt = page.getByRole('dialog', { name: 'Confirm it is you' });
  await prompt.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Work laptop no longer signs you in.')).toBeVisible();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/auth?mode=login');
  await enter.click();
  await expect(page.getByText('This passkey did not work.')).toBeVisible();
});

test('signing in again refuses the passkey of another account and signs nobody in, then takes the own one', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/401/);
  const owner = await arrive(page, app, 'key_owner');
  const other = await newPerson();
  await arrive(other, app, 'key_guest');
  const [own, guest] = [await withAuthenticator(page), await withAuthenticator(other)];
  for (const each of [page, other]) await addPasskey(each);
  const kept = await own.read();
  await own.replace(await guest.read());

  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  const proceed = again.getByRole('button', { name: 'Continue with a passkey' });
  await proceed.click();
  const refused = `This passkey belongs to another account. Choose the one of ${owner.email}.`;
  await expect(page.getByText(refused)).toBeVisible();
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ user: null });

  await own.replace(kept);
  await proceed.click();
  await expect(again).toBeHidden();
});
