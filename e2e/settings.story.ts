import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { arrive } from './by-request.ts';
import { chooseFile, enterDemo, enterPanel, logIn } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('a person sees where they are signed in, and ends one session or all others', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/401/);
  const person = await arrive(page, app, 'two_desks');
  const phone = await newPerson();
  await logIn(phone, person);
  await visit(page, '/clipper/settings/security');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText(/Last seen/)).toBeVisible();
  await sessions.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await phone.reload();
  await expect(phone).toHaveURL(/\/auth/);

  await logIn(phone, person);
  await page.reload();
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('Only this session is left.')).toBeVisible();
  await phone.reload();
  await expect(phone).toHaveURL(/\/auth/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a person makes an API key, a program uses it, and it stops working once it is revoked', async ({
  page,
  app,
  playwright,
}) => {
  await arrive(page, app, 'two_desks');
  await visit(page, '/clipper/settings/developers');
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect(keys.getByText('No keys yet.')).toBeVisible();
  await keys.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('button', { name: 'Make key' }).click();
  await expect(form.getByText('Enter a name, so that you know the key again.')).toBeVisible();
  await expect(form.getByLabel('Name')).toBeFocused();
  await form.getByLabel('Name').fill('Nightly report');
  await form.getByRole('button', { name: 'Make key' }).click();
  await expect(form.getByText('Choose what the key may do.')).toBeVisible();
  await expect(form.getByRole('group', { name: 'It may' })).toBeFocused();
  await form.getByRole('checkbox', { name: 'Read statements' }).press('Space');
  await form.getByRole('button', { name: 'Make key' }).click();

  const shown = page.getByRole('dialog', { name: 'Your API key' });
  const secret = await shown.getByLabel('Key', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(keys.getByText('Nightly report')).toBeVisible();
  await expect(keys.getByText('Never used')).toBeVisible();

  const program = await playwright.request.newContext({ baseURL: app.baseUrl });
  const ask = (key: string) =>
    program.get('/api/v1/clipper/statement?month=2026-03', { headers: { authorization: `Bearer ${key}` } });
  expect((await ask(secret)).status()).toBe(200);
  await page.reload();
  await expect(keys.getByText('Last used')).toBeVisible();
  await keys.getByRole('button', { name: 'New secret for Nightly report' }).click();
  const change = page.getByRole('dialog', { name: 'New secret for Nightly report' });
  await change.getByLabel('The old secret works on').selectOption('Not at all');
  await change.getByRole('button', { name: 'Make new secret' }).click();
  const next = await shown.getByLabel('Key', { exact: true }).inputValue();
  await shown.getByRole('button', { name: 'Done' }).click();
  expect([(await ask(secret)).status(), (await ask(next)).status()]).toEqual([401, 200]);

  await keys.getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('Nightly report no longer works.')).toBeVisible();
  expect((await ask(next)).status()).toBe(401);
  await expect(keys.getByText('No keys yet.')).toBeVisible();
  await program.dispose();
});

test('the bell shows unread notifications, leads to them, and a topic is mailed only when chosen', async ({
  page,
  app,
  newPerson,
}) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/settings/notifications');
  const choices = page.getByRole('region', { name: 'Notifications' });
  const listings = choices.getByRole('combobox', { name: 'Your listings, Email' });
  await expect(listings).toHaveValue('now');
  await listings.selectOption('daily');
  await expect(page.getByText('Your listings, Email: daily digest.')).toBeVisible();
  await page.reload();
  await expect(listings).toHaveValue('daily');
  await listings.selectOption('now');
  await expect(page.getByText('Your listings, Email: at once.')).toBeVisible();

  const admin = await newPerson();
  await enterPanel(admin, app.admin);
  await expect(admin.getByText('Welcome to the Admin Panel')).toBeVisible();
  const { rows } = await (await page.request.get('/api/host/listings')).json();
  const remove = ({ id }: { id: string }) =>
    admin.request.post(`/api/admin/listings/${id}/remove`, {
      headers: { origin: app.baseUrl },
      data: { reason: 'A story about the bell', paymentFraud: false },
    });
  await remove(rows[0]);
  await page.reload();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName(/unread/);
  await bell.press('Enter');
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const first = list.getByRole('link').first();
  await expect(first).toContainText('Unread');
  await first.press('Enter');
  await expect(list).toBeHidden();
  // A new page takes the focus. A list opened earlier would be closed by that.
  await expect(page.getByRole('main')).toBeFocused();
  await remove(rows[1]);
  await bell.click();
  await list.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
  await page.keyboard.press('Escape');
  await expect(bell).toBeFocused();
  const mail = (await app.outbox()).find(({ text }) => text.includes('A story about the bell'));
  expect(mail?.to).toBe('demo-host@permille.example');
});

test('a photo is refused by type and size, cropped by keyboard, and shown to everyone', async ({
  page,
  app,
  newPerson,
}) => {
  await arrive(page, app, 'portrait');
  await visit(page, '/clipper/settings');
  const profile = page.getByRole('region', { name: 'Profile Information' });
  await expect(profile.getByText('JPG, PNG up to 2MB')).toBeVisible();
  await expect(profile.getByText('PO', { exact: true })).toBeVisible();
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    chooseFile(page, 'Change Photo', { name, mimeType, buffer });
  await choose('me.gif', 'image/gif', Buffer.from('GIF89a'));
  await expect(profile.getByText('Please upload a JPG or PNG photo.')).toBeVisible();
  await choose('me.png', 'image/png', Buffer.alloc(2 * 1024 ** 2 + 1));
  await expect(profile.getByText('A photo can be at most 2MB.')).toBeVisible();

  await choose('me.png', 'image/png', picture(60, 40));
  const crop = page.getByRole('dialog', { name: 'Crop your photo' });
  await crop.getByLabel('Zoom').press('End');
  await crop.getByLabel('Left to right').press('Home');
  await crop.getByRole('button', { name: 'Save photo' }).press('Enter');
  await expect(page.getByText('Everyone sees it from now on.')).toBeVisible();
  const src = await profile.locator('img').getAttribute('src');
  await page.reload();
  await expect(page.getByRole('complementary').locator('img')).toHaveAttribute('src', `${src}/small`);

  const visitor = await newPerson();
  await visitor.goto('/@portrait');
  await expect(visitor.locator(`img[src="${src}"]`)).toBeVisible();
  await profile.getByRole('checkbox', { name: /Hide earnings/ }).press('Space');
  await expect(page.getByText('Your profile hides earnings.')).toBeVisible();
  await profile.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Your initials take its place.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(visitor.getByText('PO', { exact: true })).toBeVisible();
});

test('typed text survives the end of the session, and signing in again continues there', async ({
  page,
  app,
  newPerson,
  complaints,
}) => {
  complaints.expect(/401/);
  const person = await arrive(page, app, 'long_writer');
  await visit(page, '/host/settings');
  await page.getByLabel('Username').fill('longer_writer');
  const elsewhere = await newPerson();
  await logIn(elsewhere, person);
  await visit(elsewhere, '/host/settings/security');
  await elsewhere.getByRole('button', { name: 'Sign out all others' }).click();
  await expect(elsewhere.getByText('Only this session is left.')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByLabel('Email')).toHaveValue(person.email);
  await page.keyboard.press('Escape');
  await again.getByLabel('Password', { exact: true }).fill(person.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await expect(page.getByLabel('Username')).toHaveValue('longer_writer');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Username updated successfully')).toBeVisible();
});

test('an open page of one account does nothing after another account signs in in another tab', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/40[19]/);
  const first = await arrive(page, app, 'first_of_two');
  await visit(page, '/host/settings');
  await page.getByLabel('Username').fill('still_the_first');
  const tab = await page.context().newPage();
  await tab.context().clearCookies();
  await arrive(tab, app, 'second_of_two');

  // The form is submitted without its button, which the sign-in dialog may already cover.
  await page.getByLabel('Username').evaluate((field: HTMLInputElement) => field.form!.requestSubmit());
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again.getByText('Someone else signed in in this browser.')).toBeVisible();
  await again.getByLabel('Password', { exact: true }).fill(first.password);
  await again.getByRole('button', { name: 'Sign In' }).click();
  await expect(again).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByText('Username updated successfully')).toBeVisible();
  await page.goto('/@second_of_two');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('second_of_two');
});

test('a person exports their data and deletes the account, which is gone everywhere', async ({
  page,
  app,
  complaints,
}) => {
  complaints.expect(/40[14]/);
  const person = await arrive(page, app, 'leaving_soon');
  await visit(page, '/clipper/settings/privacy');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('permille-data.json');
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.account).toMatchObject([{ email: person.email }]);

  const zone = page.getByRole('region', { name: 'Danger Zone' });
  await zone.getByRole('button', { name: 'Delete Account' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await dialog.getByLabel('Enter leaving_soon to confirm').fill('leaving_soon');
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await confirm.click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await confirm.press('Enter');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/@leaving_soon');
  await expect(page.getByRole('heading', { name: 'Profile not found' })).toBeVisible();
  await visit(page, '/clipper/settings');
  await expect(page).toHaveURL(/\/auth$/);

  await enterDemo(page, 'clipper');
  await visit(page, '/clipper/settings/privacy');
  await expect(zone.getByRole('button', { name: 'Delete Account' })).toBeDisabled();
});

/** Returns a grey PNG of this size. */
function picture(width: number, height: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc((width + 1) * height, 128);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
