import { layoutFaults, readerFaults } from './faults.ts';
import { enterPanel, openView } from './people.ts';
import { enter } from './screens.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test('an admin names the price of bought views, and a host reads it beside what is promised', async ({
  app,
  page: admin,
  newPerson,
}) => {
  await enterPanel(admin, app.admin);
  await openView(admin, 'Score');
  const price = admin.getByRole('region', { name: 'Price of bought views' });
  await expect(price).toContainText('No price is set, so the promise to hosts shows none.');
  await price.getByRole('button', { name: 'Change price' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Change price' });
  const field = dialog.getByLabel('Price of 1,000 bought views');
  await field.fill('cheap');
  await dialog.getByLabel('Note').fill('Three shops, today');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await expect(dialog.getByText('Enter an amount such as 0.76, or nothing.')).toBeVisible();
  await field.fill('0.76');
  await dialog.getByRole('button', { name: 'Save price' }).click();
  await expect(admin.getByText('Price saved')).toBeVisible();
  await expect(price).toContainText('1,000 bought views cost about $0.76.');

  const host = await newPerson();
  await enter(host, 'host');
  await visit(host, '/host/dashboard');
  await host.getByRole('link', { name: 'What we promise hosts' }).click();
  await expect(host.getByRole('heading', { level: 1, name: 'What We Promise Hosts' })).toBeVisible();
  await expect(host.getByText('1,000 bought views cost about $0.76 on the market.')).toBeVisible();
  await expect(host.getByText('Before it was paid')).toBeVisible();
  for (const width of [360, 1440]) {
    await host.setViewportSize({ width, height: 800 });
    expect([...(await layoutFaults(host)), ...(await readerFaults(host))]).toEqual([]);
  }
});
