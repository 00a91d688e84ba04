import { enterDemo } from './people.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

for (const { who, page: from, area, section } of [
  { who: 'host', page: 'Budget', area: '/host/budget', section: 'Balance' },
  { who: 'clipper', page: 'Earnings', area: '/clipper/earnings', section: 'Pending earnings' },
] as const) {
  test(`a ${who} reads the statements of this month and of the previous one, on screen and as a file`, async ({
    page,
  }) => {
    await enterDemo(page, who);
    await visit(page, area);
    await page.getByRole('link', { name: 'Statements' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Statement, / })).toBeVisible();
    await expect(page).toHaveURL(/statements\/2\d{3}-\d\d$/);
    const table = page.getByRole('table', { name: section });
    await expect(table.getByRole('row', { name: /Opening balance/ })).toBeVisible();
    const closing = table.getByRole('row', { name: /Closing balance/ });
    await expect(closing).toBeVisible();
    await expect(page.getByText(/The month so far/)).toBeVisible();

    const opened = await table
      .getByRole('row', { name: /Opening balance/ })
      .getByRole('cell')
      .last()
      .textContent();
    await page
      .getByRole('link', { name: /20\d\d/ })
      .first()
      .click();
    await expect(page.getByText(/The whole month/)).toBeVisible();
    await expect(closing.getByRole('cell').last()).toHaveText(opened!);

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export statement as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('statement.csv');
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: from }).click();
    await expect(page.getByRole('heading', { level: 1, name: from })).toBeVisible();
  });
}
