import type { Page } from '@playwright/test';
import { fullMoment } from '../contract/dates.ts';
import { AUDIT_DAYS } from '../contract/limits.ts';
import { approve, arrive, handIn, offerListing, payAt } from './by-request.ts';
import { layoutFaults, readerFaults } from './faults.ts';
import { evening } from './growth.ts';
import { chooseFile, consent, enterPanel, figure, openView } from './people.ts';
import type { PreparedName } from './prepared-people.ts';
import { beginAudit, limitUnproven } from './proof-limits.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

// Their limits would hold back the payments of other stories.
test.use({ ownServer: 'proofs' });

type App = Parameters<typeof offerListing>[1] & {
  makePost: (post: {
    platform: 'youtube';
    handle: string;
    caption: string;
    curve: ReturnType<typeof evening>;
  }) => Promise<string>;
};

interface Sides {
  host: { page: Page; name: PreparedName; channel: string };
  clipper: { page: Page; name: PreparedName; handle: string };
  title: string;
}

/** Submits a clip that earns $30.00 in 40 hours, and approves it; returns its id. */
async function earnThirty(app: App, { host, clipper, title }: Sides): Promise<string> {
  await arrive(host.page, app, host.name);
  const money = { rate: '2.00', budget: '100.00', funds: '100.00' };
  const listing = { title, ...money, channel: host.channel, platform: 'youtube' as const };
  const listingId = await offerListing(host.page, app, listing);
  await arrive(clipper.page, app, clipper.name);
  const account = { platform: 'youtube' as const, handle: clipper.handle };
  const url = await app.makePost({ ...account, curve: evening(), caption: `${title} #ad` });
  const clipId = await handIn(clipper.page, app, { ...account, listingId, url });
  await approve(host.page, app, clipId);
  return clipId;
}

/** Returns what is wrong with a screen for people who read it with other means, or on a phone. */
async function faultsOf(page: Page): Promise<string[]> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  const faults = [...(await layoutFaults(page)), ...(await readerFaults(page))];
  await page.setViewportSize(size);
  return faults;
}

test('money beyond the limit waits for proof, and can be withdrawn once analytics show people', async ({
  app,
  server,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await limitUnproven(server.dataDir, 25_000_000n);
  // The weekly run would pay before the withdrawals.
  await app.passWeeklyRun(168);
  const host = await newPerson();
  const title = 'Low tide at the weir';
  await earnThirty(app, {
    host: { page: host, name: 'weir_keeper', channel: 'weirkeeper' },
    clipper: { page: clipper, name: 'share_cuts', handle: 'sharecuts' },
    title,
  });
  await payAt(clipper, app, 'share.cuts@paypal.example');
  await app.advance('70h', '6h');

  await visit(clipper, '/clipper/earnings');
  await expect(figure(clipper, 'Available now')).toContainText('$30.00');
  const waits = clipper.getByText(
    '$5.00 waits for proof that people watched, because only a limited sum is paid out without it.',
  );
  await expect(waits).toContainText('Earnings lists the clips and the fastest way to prove each.');
  const list = clipper.getByRole('region', { name: 'Waiting for proof' });
  await expect(list.getByRole('listitem')).toContainText([
    new RegExp(`${title}, \\$5\\.00.*Fastest: release your YouTube analytics`),
  ]);
  await expect(list.getByRole('link', { name: 'Release analytics' })).toBeVisible();
  await expect(clipper.getByText('Available to withdraw: $25.00')).toBeVisible();
  expect(await faultsOf(clipper)).toEqual([]);
  await clipper.getByRole('button', { name: 'Withdraw Funds' }).click();
  const dialog = clipper.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('30.00');
  await dialog.getByRole('button', { name: 'Withdraw $30.00' }).click();
  await expect(dialog.getByText('You can withdraw up to $25.00 now.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('25.00');
  await dialog.getByRole('button', { name: 'Withdraw $25.00' }).click();
  await expect(clipper.getByText('Withdrawal requested')).toBeVisible();
  await expect(clipper.getByText('Available to withdraw: $0.00')).toBeVisible();
  await expect(waits).toBeVisible();

  await visit(clipper, '/clipper/settings/accounts');
  await clipper.getByRole('button', { name: 'Release the analytics of @sharecuts on YouTube' }).click();
  await clipper.getByRole('alertdialog').getByRole('button', { name: 'Continue to YouTube' }).click();
  await consent(clipper, 'sharecuts');
  await expect(clipper.getByText('Analytics released', { exact: true })).toBeVisible();
  await app.advance('84h', '6h');
  await visit(clipper, '/clipper/earnings');
  await expect(clipper.getByText('Available to withdraw: $5.00')).toBeVisible();
  await expect(waits).toBeHidden();
  await expect(list).toBeHidden();
  expect((await app.reconcile()).ok).toBe(true);
});

test('a clipper proves views by showing the analytics screen, which the host never sees, and an admin reads what leaves the wait', async ({
  app,
  server,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  await limitUnproven(server.dataDir, 25_000_000n);
  await app.passWeeklyRun(168);
  const [host, admin] = [await newPerson(), await newPerson()];
  const title = 'Lanterns on the quay';
  const clipId = await earnThirty(app, {
    host: { page: host, name: 'quay_watch', channel: 'quaywatch' },
    clipper: { page: clipper, name: 'quay_cuts', handle: 'quaycuts' },
    title,
  });
  await payAt(clipper, app, 'quay.cuts@paypal.example');
  await app.advance('70h', '6h');

  await visit(clipper, '/clipper/earnings');
  await clipper.getByRole('link', { name: `Prove views of ${title}` }).click();
  const proof = clipper.getByRole('region', { name: 'Proof of views' });
  await expect(proof).toContainText('15,000 views are not proven, and $5.00 waits.');
  expect(await faultsOf(clipper)).toEqual([]);
  await proof.getByRole('button', { name: 'Show the analytics screen' }).click();
  await expect(clipper.getByText('Code made')).toBeVisible();
  await expect(proof).toContainText('visible beside them');
  const code = await proof.locator('b').last().textContent();
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/);
  await chooseFile(clipper, 'Add a screenshot', 'server/modules/attestations/test-post.png');
  await expect(clipper.getByText('Screenshot sent')).toBeVisible();
  await expect(proof).toContainText('A reviewer compares your picture with the counts.');
  await expect(clipper.getByText('Picture of the analytics.')).toBeVisible();
  await visit(host, `/clips/${clipId}`);
  await expect(host.getByText('Picture of the analytics.')).toBeHidden();
  await expect(host.getByText(code!)).toBeHidden();
  await app.advance('1m');

  await enter(admin, 'admin');
  await visit(admin, `/clips/${clipId}`);
  const decision = admin.getByRole('region', { name: 'Decision' });
  await expect(decision).toContainText('The clipper shows the analytics of 15,000 views.');
  await expect(decision).toContainText('$5.00 no longer waits.');
  expect(await faultsOf(admin)).toEqual([]);
  await decision.getByRole('button', { name: /^Prove .* views/ }).click();
  const dialog = admin.getByRole('dialog', { name: 'Prove 15,000 views' });
  await dialog.getByLabel('Note').fill('The screen shows the post and its views.');
  await dialog.getByRole('button', { name: 'Prove views' }).click();
  await expect(admin.getByText('Views proven')).toBeVisible();
  await visit(clipper, '/clipper/earnings');
  await expect(clipper.getByText('Available to withdraw: $30.00')).toBeVisible();
  expect((await app.reconcile()).ok).toBe(true);
});

test('the clipper of an audited clip answers with a picture, its host sees no code, and an admin releases the views', async ({
  app,
  server,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const [host, admin] = [await newPerson(), await newPerson()];
  const title = 'Fog over the dock';
  const clipId = await earnThirty(app, {
    host: { page: host, name: 'dock_light', channel: 'docklight' },
    clipper: { page: clipper, name: 'dock_cuts', handle: 'dockcuts' },
    title,
  });
  await app.advance('24h', '6h');
  const code = 'K7MPQ4';
  const { now } = await app.advance('1m');
  await beginAudit(server.dataDir, { clipId, code, now });

  await visit(clipper, `/clips/${clipId}`);
  const asked = clipper.getByRole('region', { name: 'Holds and appeals' });
  await expect(asked).toContainText('Held for an audit: views 1 to ');
  await expect(clipper.getByRole('region', { name: 'Where it is' })).toContainText('Audit: answer by');
  await expect(asked).toContainText(`with the code ${code} visible`);
  const due = fullMoment(new Date(Date.parse(now) + AUDIT_DAYS * 86_400_000));
  await expect(asked).toContainText(`By ${due}, release this account’s analytics`);
  expect(await faultsOf(clipper)).toEqual([]);
  await visit(host, `/clips/${clipId}`);
  const atHost = host.getByRole('region', { name: 'Holds and appeals' });
  await expect(atHost).toContainText(
    `The clipper shows the clip’s analytics by ${due}; otherwise these views are not paid.`,
  );
  await expect(host.getByText(code)).toBeHidden();

  await chooseFile(clipper, 'Add a screenshot', 'server/modules/attestations/test-analytics.png');
  await expect(clipper.getByText('Screenshot sent')).toBeVisible();
  await expect(asked).toContainText('A picture of the analytics arrived.');
  await app.advance('1m');

  await enter(admin, 'admin');
  await visit(admin, `/clips/${clipId}`);
  const atAdmin = admin.getByRole('region', { name: 'Holds and appeals' });
  await expect(atAdmin).toContainText(`The code ${code} was not read in it. A reviewer decides.`);
  await expect(admin.getByRole('link', { name: 'See the screenshot' })).toBeVisible();
  await admin.getByRole('button', { name: /^Release / }).click();
  const dialog = admin.getByRole('dialog', { name: /^Release / });
  await dialog.getByLabel('Note').fill('The analytics show the post and the code.');
  await dialog.getByRole('button', { name: 'Release hold' }).click();
  await expect(admin.getByText('Hold released', { exact: true })).toBeVisible();
  await expect(asked).toContainText('count again.');
  await expect(asked).toContainText('The analytics show the post and the code.');
  await expect(host.getByText(code)).toBeHidden();
  expect((await app.reconcile()).ok).toBe(true);
});

test('an admin changes the limits of payments without proof, and reads them', async ({
  app,
  server,
  page: admin,
}) => {
  await limitUnproven(server.dataDir, 25_000_000n);
  await enterPanel(admin, app.admin);
  await openView(admin, 'Score');
  const limits = admin.getByRole('region', { name: 'Payments without proof' });
  await expect(limits.getByRole('listitem')).toHaveText([
    '0 and more proven clips$25.00, audits: 0% per $25.00',
  ]);
  await limits.getByRole('button', { name: 'Change limits' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Change limits' });
  const row = dialog.getByRole('group', { name: 'From 0 proven clips' });
  await row.getByLabel('Limit in dollars').fill('ten');
  await dialog.getByLabel('Note').fill('Nobody was caught in a year');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(dialog.getByText('Enter an amount such as 25.00, or nothing.')).toBeVisible();
  await row.getByLabel('Limit in dollars').fill('40');
  await dialog.getByRole('button', { name: 'Add a row' }).click();
  const added = dialog.getByRole('group').last();
  await added.getByLabel('Proven clips').fill('5');
  await added.getByLabel('Audits in %').fill('8');
  expect(await faultsOf(admin)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await expect(admin.getByText('Limits saved')).toBeVisible();
  await expect(limits.getByRole('listitem')).toHaveText([
    '0 to 4 proven clips$40.00, audits: 0% per $25.00',
    '5 and more proven clipsNo limit, audits: 8% per $25.00',
  ]);
  expect(await faultsOf(admin)).toEqual([]);
});
