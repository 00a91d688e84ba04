import { enter, screens } from './screens.ts';
import { ShownFigures } from './shown-figures.ts';
import { expect, test } from './story.ts';
import { visit } from './visit.ts';

test.use({ ownServer: 'demo' });

/**
 * Matches the screens that show facts about clips, listings and people, by the names of their routes and
 * tabs.
 */
const about =
  /dashboard|explore|listings$|^.listings|submissions|budget|earnings|admin-(?:deposits|payouts)|^listing|^profile$|clip/;

test('pages of every role show the facts of the replies about each clip, listing and person', async ({
  newPerson,
}) => {
  test.setTimeout(480_000);
  const shown = new ShownFigures();
  for (const visitor of ['nobody', 'host', 'clipper', 'admin'] as const) {
    const page = await newPerson();
    shown.listen(page);
    await enter(page, visitor);
    for (const { at, route, name = route } of screens[visitor]) {
      if (!about.test(name)) continue;
      await visit(page, typeof at === 'function' ? await at(page) : (at ?? route));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await shown.look(page);
    }
  }
  const { compared, contradictions } = await shown.compare();
  expect(contradictions).toEqual([]);
  expect(compared).toBeGreaterThan(400);
});
