import { readFileSync } from 'node:fs';
import { arrive } from './by-request.ts';
import { chooseFile, consent, enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test.use({ ownServer: 'host' });

/** Returns a QuickTime file whose first box and description name a codec that browsers don't play. */
function proRes(): Buffer {
  const movie = readFileSync('e2e/fixtures/source.mp4');
  movie.write('qt  ', 8, 'latin1');
  movie.write('apcn', movie.indexOf('stsd') + 16, 'latin1');
  return movie;
}

test('posting a listing is refused for the first broken rule, keeps what was typed, and finally succeeds', async ({
  app,
  page,
  complaints,
}) => {
  complaints.expect(/415 \(Unsupported Media Type\)/);
  await arrive(page, app, 'cellar_cam');
  await visit(page, '/host/create');
  const post = page.getByRole('button', { name: 'Post Listing' });
  const refused = async (message: string) => {
    // The button looks disabled, but pressing it shows what is missing.
    await post.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
  };
  await expect(post).toHaveAttribute('aria-disabled', 'true');
  await refused('Please connect your platform before posting a listing.');

  await page.getByLabel('Title').fill('Cellar restoration, day 3');
  await page.getByLabel('Payout per 1,000 views').fill('1.50');
  await page.getByRole('button', { name: 'Connect Your Platform' }).click();
  await page.getByRole('menuitem', { name: 'Twitch' }).click();
  await consent(page, 'cellarcam');
  await expect(page.getByText('Your Twitch account has been verified.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Cellar restoration, day 3');
  await expect(page.getByLabel('Payout per 1,000 views')).toHaveValue('1.50');
  await refused('Please fill in all fields.');

  await page.getByLabel('Description').fill('Old stones, new light.');
  await page.getByLabel('Instructions for clippers').fill('Before and after.');
  await page.getByLabel('Total budget').fill('120');
  await refused('Please select at least one platform for your listing.');
  await page.getByRole('checkbox', { name: 'TikTok' }).check();
  await refused('Please upload an MP4 source video for clippers to use.');

  const choose = (file: Parameters<typeof chooseFile>[2]) => chooseFile(page, 'Choose file', file);
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await expect(page.getByText('Please upload an MP4 video file.')).toBeVisible();
  await choose({ name: 'renamed.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(50_000, 7) });
  await expect(page.getByText('Invalid File Type.')).toBeVisible();
  await choose({ name: 'phone.mov', mimeType: 'video/quicktime', buffer: proRes() });
  await expect(page.getByText('QuickTime video.')).toBeVisible();
  await expect(page.getByText(/phone\.mov: .*ffmpeg -i movie\.mov/).first()).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Old stones, new light.');
  const storyboard = page.waitForResponse((reply) => reply.url().includes('/storyboard/0'));
  await choose('e2e/fixtures/source.mp4');
  await expect(page.getByText('source.mp4 has been uploaded successfully.')).toBeVisible();
  expect((await storyboard).status()).toBe(200);

  await expect(page.getByText('You need $120.00 more.')).toBeVisible();
  await refused('Please add funds to continue.');
  await page.getByRole('button', { name: 'Add Funds' }).click();
  const funds = page.getByRole('dialog', { name: 'Add Funds' });
  await expect(funds.getByText('Test card: no real money moves')).toBeVisible();
  await expect(funds.getByLabel('Amount')).toHaveValue('120.00');
  await funds.getByLabel('Amount').fill('9.99');
  await funds.getByRole('button', { name: 'Add Funds' }).click();
  await expect(funds.getByText('Amount must be between $10.00 and $100,000.00.')).toBeVisible();
  await funds.getByLabel('Amount').fill('150');
  await funds.getByRole('button', { name: 'Add Funds' }).click();
  await expect(funds).toBeHidden();
  await post.click();
  await expect(page.getByText('Listing posted')).toBeVisible();
  await expect(page).toHaveURL(/host\/listings/);

  const row = page.getByRole('row', { name: /Cellar restoration, day 3/ });
  await expect(row).toContainText('$120.00');
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('Paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).toContainText('Active');
  await row.getByRole('button', { name: /^Top up/ }).click();
  const topUp = page.getByRole('dialog');
  await topUp.getByLabel('Amount').fill('31');
  await expect(topUp.getByText('$1.00 more than your balance')).toBeVisible();
  await topUp.getByLabel('Amount').fill('30');
  await topUp.getByRole('button', { name: 'Top up' }).click();
  await expect(row).toContainText('$150.00');
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'End listing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End listing' }).click();
  // No clip is undecided, so the remainder returns at once.
  await expect(row).toContainText('Settled');

  await row.getByRole('link', { name: 'Cellar restoration, day 3' }).click();
  await expect(page.getByText('This listing spent nothing.')).toBeVisible();
  await page.getByRole('link', { name: 'As clippers see it' }).click();
  const poster = page.locator('img[src$="/poster"]');
  await expect
    .poll(() => poster.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBeGreaterThan(0);
  // The player shows preview pictures beside the pointer on its timeline.
  const tiles = page.locator('video track[label="thumbnails"]');
  await expect
    .poll(() => tiles.evaluate((track: HTMLTrackElement) => track.track.cues?.length ?? 0))
    .toBeGreaterThan(0);
});

test('a host decides on the queue by keyboard and undoes decisions within ten seconds', async ({ page }) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/submissions');
  const queue = page.getByRole('region', { name: 'Review queue' });
  const rows = queue.getByRole('list', { name: 'Clips that wait' }).getByRole('button');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(rows.first()).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('a');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Decision taken back')).toBeVisible();
  await expect(rows).toHaveCount(3);
  // The pressed button no longer exists. The focus is in the queue, so that a screen reader does not start at
  // the top.
  await expect(queue).toBeFocused();

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(dialog.getByText('Choose why the clip is rejected.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(dialog.getByText('This reason needs a note of at most 500 characters.')).toBeVisible();
  await dialog.getByLabel('Note').fill('Cut from another stream.');
  await dialog.getByRole('button', { name: 'Reject clip' }).click();
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('z');
  await expect(rows).toHaveCount(3);
  // The first row is selected as soon as it is shown, so the next keys apply to it.
  expect(await rows.first().getAttribute('aria-current')).toBe('true');

  // A number chooses the reason and Enter rejects. Undoing the decision on the queue's last clip by key
  // brings that clip back, selected.
  await page.keyboard.press('3');
  await expect(dialog.getByRole('radio', { name: 'Duplicate' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('x');
  // A focused checkbox keeps the focus and accepts no letters.
  await queue.getByRole('checkbox').first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Approve 2 clips' }).click();
  await expect(rows).toHaveCount(1);
  const last = await rows.first().innerText();
  await page.keyboard.press('a');
  await expect(page.getByText('Nothing to decide')).toBeVisible();
  await page.keyboard.press('z');
  await expect(rows).toHaveCount(1);
  expect(await rows.first().innerText()).toBe(last);
  await page.keyboard.press('z');
  await expect(rows).toHaveCount(3);

  await page.getByRole('radio', { name: 'All submissions' }).click();
  const table = page.getByRole('table', { name: 'All submissions' });
  await page.getByLabel('Status').selectOption('pending');
  await expect(page).toHaveURL(/status=pending/);
  await expect(table.getByRole('button', { name: /^Approve/ })).toHaveCount(3);
  await page.getByLabel('Status').selectOption('approved');
  await expect(table.getByRole('link', { name: /^Open the clip/ }).first()).toBeVisible();
  await expect(table.getByRole('button', { name: /^Approve/ })).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Filter and sort (1)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await expect(sheet.getByLabel('Status')).toHaveValue('approved');
  await sheet.getByLabel('Sort by').selectOption('-reported');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/sort=-reported/);
  await table
    .getByRole('button', { name: /^More of/ })
    .first()
    .click();
  await expect(table.getByRole('term').first()).toHaveText('Reported views');
  await table
    .getByRole('link', { name: /^Open the clip/ })
    .first()
    .click();
  await expect(page).toHaveURL(/clips/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Filter and sort (1)' })).toBeVisible();
});

test('new terms apply to later clips, keep what was typed through a reload, and name a broken rule', async ({
  page,
}) => {
  await enterDemo(page, 'host');
  await visit(page, '/host/listings');
  await page.getByRole('button', { name: 'More for Kitchen at midnight' }).click();
  await page.getByRole('menuitem', { name: 'Edit terms' }).click();
  await expect(page.getByLabel('Payout per 1,000 views')).toHaveValue('2.50');
  await page.getByLabel('Payout per 1,000 views').fill('99');
  await page.getByRole('button', { name: 'Save terms' }).click();
  await expect(page.getByText('$0.10 to $50.00, in whole cents.')).toBeVisible();
  await page.getByLabel('Payout per 1,000 views').fill('2.75');
  await page.reload();
  await expect(page.getByLabel('Payout per 1,000 views')).toHaveValue('2.75');
  await page.getByRole('button', { name: 'Save terms' }).click();
  await expect(page.getByText('They apply to clips submitted from now on.')).toBeVisible();
  const row = page.getByRole('row', { name: /Kitchen at midnight/ });
  await expect(row).toContainText('$2.75 per 1,000, effective $2.50');
});
