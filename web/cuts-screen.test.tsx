import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { type StudioProjectRow, studioListRoutes } from '#contract/studio-lists.ts';
import { type Answer, answer, screen, signedIn } from './testing/screen.tsx';

const of = {
  listingId: '01900000-0000-7000-8000-000000000002',
  title: 'Harbor at night',
  hostUsername: 'harbor',
  sourcePosterUrl: null,
};
const project: StudioProjectRow = {
  ...of,
  state: 'active',
  cuts: 2,
  seconds: 41.4,
  changedAt: new Date('2026-11-02T10:00:00Z'),
};
const projects = (rows: StudioProjectRow[]) => answer(studioListRoutes.studioProjects, {}, { rows });
const noSources = answer(studioListRoutes.studioSources, {}, { rows: [] });
const shown = (...answers: Answer[]) => screen('/clipper/studio', [signedIn('clipper'), ...answers]);

test('the studio’s first page continues a project and offers sources to cut', async () => {
  const source = {
    ...of,
    title: 'Any% practice',
    rateCentsPerMille: 200,
    countedViews: 'all' as const,
    countedCountries: [],
    freeMicros: micros(120_000_000n),
    durationMs: 61_000,
  };
  const page = await shown(
    projects([project]),
    answer(studioListRoutes.studioSources, {}, { rows: [source] }),
  );
  expect(page.text).toMatch(/Harbor at night @harbor · 2 cuts, 0:41 · changed .*2 Nov/);
  expect(page.text).toContain('Any% practice @harbor · 1:01 · $2.00 per 1,000 · $120.00 free');
  expect(page.html).toContain('aria-label="Continue to cut Harbor at night"');
  expect(page.html).toContain('aria-label="Cut a clip of Any% practice"');
});

test('a project says its listing’s state, and one of a removed listing can only be deleted', async () => {
  const ended = await shown(projects([{ ...project, state: 'ended', cuts: 0 }]), noSources);
  expect(ended.text).toMatch(/Harbor at night Ended @harbor · Nothing cut yet/);
  expect(ended.text).toContain('Continue');
  const removed = await shown(projects([{ ...project, state: 'removed' }]), noSources);
  expect(removed.text).toContain('Removed');
  expect(removed.text).not.toContain('Continue');
  expect(removed.html).toContain('aria-label="Delete the cuts of Harbor at night"');
});

test('without projects and sources the page says how to begin', async () => {
  const { text } = await shown(projects([]), noSources);
  expect(text).toContain('No cuts yet');
  expect(text).toContain('press Cut a clip');
  expect(text).toContain('No video to cut right now');
});
