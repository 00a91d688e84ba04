import { arrive } from './by-request.ts';
import { chooseFile, enterDemo, enterPanel, saveCountry } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

// This demo shows Instagram as a live system shows it when it has no Instagram keys.
test.use({ environment: { DEMO_WITHOUT_KEYS: 'instagram' } });

const title = 'Candles in the wind';
const handle = 'light.cuts';
/** A picture of "12.4K" above "Video views". */
const screenshot = 'server/modules/attestations/test-analytics.png';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const EPOCH_MS = 1_314_220_021_721;

/** Returns the shortcode of an Instagram post created now, whose upper bits are the time. */
function codeOfNow(): string {
  let key = BigInt(Date.now() - EPOCH_MS) << 23n;
  let code = '';
  for (; key > 0n; key /= 64n) code = ALPHABET[Number(key % 64n)] + code;
  return code;
}

test("without keys an account is verified by a code, and two people confirm a screenshot's views, up to the maximum", async ({
  app,
  page: host,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await enterDemo(host, 'host');
  const body = {
    title,
    description: 'A quiet evening.',
    instructions: 'Vertical.',
    platforms: ['instagram'],
    sourceMediaId: null,
    sourceUrl: 'https://example.org/evening',
    rateCentsPerMille: 500,
    budgetMicros: '100000000',
    rules: {},
  };
  const headers = { origin: app.baseUrl, 'idempotency-key': crypto.randomUUID() };
  expect((await host.request.post('/api/listings', { data: body, headers })).ok()).toBe(true);

  const clipper = await newPerson();
  await arrive(clipper, app, 'light_cuts');
  // The submission form offers the code to connect the account.
  await visit(clipper, '/clipper/submit');
  await saveCountry(clipper, 'Germany');
  await clipper.getByLabel('Select Listing').fill(title);
  await clipper.getByRole('option', { name: new RegExp(title) }).click();
  await clipper.getByLabel('Clip URL').fill(`https://www.instagram.com/${handle}/reel/${codeOfNow()}/`);
  await clipper.getByLabel('Your Instagram handle').fill(`@${handle}`);
  await clipper.getByRole('button', { name: 'Get a code for Instagram' }).click();
  const code = await clipper.getByText(/^permille-/).innerText();

  const ann = await newPerson();
  await enterPanel(ann, app.admin, '/admin/codes');
  await ann.getByRole('button', { name: `Enter bio of @${handle}` }).click();
  await ann.getByLabel('Bio or description').fill(`Clips by candle light. ${code}`);
  await ann.getByRole('button', { name: 'Check for the code' }).click();
  await expect(ann.getByText('Account connected')).toBeVisible();
  await clipper.reload();
  await clipper.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await clipper.getByRole('link', { name: /Platform Connected!/ }).click();
  await expect(clipper.getByText('Your Instagram account has been verified.', { exact: true })).toBeVisible();

  // The form has kept the listing and the link.
  await visit(clipper, '/clipper/submit');
  await clipper.getByLabel('Reported Views').fill('12,431');
  await expect(clipper.getByText('Counted by screenshots.')).toBeVisible();
  await chooseFile(clipper, 'Choose a screenshot', screenshot);
  await clipper.getByRole('button', { name: 'Submit Clip' }).click();
  await expect(clipper.getByText('Clip Submitted!')).toBeVisible();
  await expect(clipper.getByText('Screenshot sent')).toBeVisible();

  await visit(host, '/host/submissions');
  await host.getByRole('button', { name: /^@light_cuts/ }).click();
  await expect(host.getByText('Counted by screenshots.')).toBeVisible();
  await host.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(host.getByRole('button', { name: /^@light_cuts/ })).toBeHidden();
  await app.advance('1m');

  const review = { name: `Review the screenshot of light_cuts: ${title}` };
  await visit(ann, '/admin/screenshots');
  await ann.getByRole('button', review).click();
  await expect(ann.getByRole('img', { name: 'Screenshot sent by @light_cuts' })).toBeVisible();
  await ann.getByLabel('Views in the screenshot').fill('12,400');
  await ann.getByRole('button', { name: 'Confirm' }).click();
  await expect(ann.getByText('It counts once a second reviewer confirms it.')).toBeVisible();
  await expect(ann.getByText('1 of 2, by you')).toBeVisible();

  const second = { username: 'second_pair_of_eyes', password: 'candles-of-coimbra-7' };
  await app.createAdmin(second);
  const ben = await newPerson();
  await enterPanel(ben, second, '/admin/screenshots');
  await ben.getByRole('button', review).click();
  await ben.getByLabel('Views in the screenshot').fill('12400');
  await ben.getByRole('button', { name: 'Confirm' }).click();
  await expect(ben.getByText('The clip counts 12,400 attested views.')).toBeVisible();
  await expect(ben.getByText('No screenshots to confirm')).toBeVisible();

  await app.advance('1m');
  await visit(clipper, '/clipper/submissions');
  await expect(clipper.getByText('Attested')).toBeVisible();
  // The clip has earned its maximum. Without one, 12,400 views at $5.00 would earn $62.00.
  await expect(clipper.getByRole('cell', { name: '$50.00' })).toBeVisible();
  await clipper.getByRole('link', { name: title }).click();
  await expect(clipper.getByLabel('Views it shows')).toBeVisible();
  expect((await app.reconcile()).ok).toBe(true);
});
