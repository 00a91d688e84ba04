import { approve, arrive, handIn, offerListing } from './by-request.ts';
import { layoutFaults, readerFaults } from './faults.ts';
import { evening } from './growth.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

const title = 'Ferries at noon';

test('a clipper answers a score with a note, and the admin who lets it pass reads it', async ({
  app,
  page: clipper,
  newPerson,
}) => {
  test.setTimeout(480_000);
  const [host, admin] = [await newPerson(), await newPerson()];
  await arrive(host, app, 'ferry_noon');
  const money = { rate: '2.00', budget: '100.00', funds: '100.00' };
  const listingId = await offerListing(host, app, { title, ...money, channel: 'ferrynoon' });
  await arrive(clipper, app, 'noon_cuts');
  const made = { platform: 'tiktok' as const, handle: 'nooncuts', caption: 'Ferries #ad' };
  const url = await app.makePost({ ...made, curve: evening(0.0065) });
  const clipId = await handIn(clipper, app, { handle: 'nooncuts', listingId, url });
  await approve(host, app, clipId);
  await app.advance('40h', '6h');

  await visit(clipper, `/clips/${clipId}`);
  const signals = clipper.getByRole('list', { name: 'What the score is made of' });
  await expect(signals).toContainText('Can be honest: News, tutorials and clips');
  await expect(signals.getByRole('link', { name: 'release this account’s analytics' })).toHaveAttribute(
    'href',
    '/clipper/settings/accounts',
  );
  const note = clipper.getByLabel('Note to the reviewer');
  await clipper.getByRole('button', { name: 'Send note' }).click();
  await expect(clipper.getByText('Say what explains the views.')).toBeVisible();
  await note.fill('A tutorial; people watch it at work.');
  await clipper.reload();
  await expect(note).toHaveValue('A tutorial; people watch it at work.');
  for (const width of [360, 1440]) {
    await clipper.setViewportSize({ width, height: 800 });
    expect([...(await layoutFaults(clipper)), ...(await readerFaults(clipper))]).toEqual([]);
  }
  await clipper.getByRole('button', { name: 'Send note' }).click();
  await expect(clipper.getByText('Note sent')).toBeVisible();
  const sent = clipper.getByRole('region', { name: 'Note on the views' });
  await expect(sent).toContainText('A tutorial; people watch it at work.');
  await sent.getByRole('button', { name: 'Change note' }).click();
  await note.fill('A tutorial; people watch it at work, signed out.');
  await clipper.getByRole('button', { name: 'Send note' }).click();
  await expect(sent).toContainText('signed out.');

  await visit(host, `/clips/${clipId}`);
  await expect(host.getByText('Clears it: released analytics that look like people.')).toBeVisible();
  await expect(host.getByText('signed out.')).toBeHidden();

  await enter(admin, 'admin');
  await visit(admin, '/admin?kind=review');
  await admin.getByRole('link', { name: `Open the review of @noon_cuts: ${title}` }).click();
  const decision = admin.getByRole('region', { name: 'Decision' });
  await expect(decision).toContainText('The clipper wrote a note, below the score.');
  await expect(admin.getByRole('region', { name: 'Note on the views' })).toContainText('signed out.');
  await decision.getByRole('button', { name: 'Let score pass' }).click();
  const dialog = admin.getByRole('dialog', { name: /^Let score pass/ });
  await dialog.getByLabel('Note').fill('The tutorial is on a company’s page.');
  await dialog.getByRole('button', { name: 'Let pass' }).click();
  await expect(admin.getByText('Score let pass')).toBeVisible();
  await expect(sent).toContainText(', before the decision.');
  await expect(sent.getByRole('button', { name: 'Change note' })).toBeHidden();
  expect((await app.reconcile()).ok).toBe(true);
});
