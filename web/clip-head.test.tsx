import { expect, test } from 'vitest';
import type { Clip } from '#contract/clips/clips.ts';
import { headlineOf } from './features/submissions/clip/headline.ts';
import { testClip } from './testing/clip.ts';
import { shownClip as shown } from './testing/clip-page.tsx';

test('the head of a held clip has the state and the appeal, and nothing below repeats them', async () => {
  const decideBy = new Date('2026-12-07T10:00:00Z');
  const hold = {
    ...{ state: 'open' as const, reason: 'Views came in one block.', note: null, freshDueAt: null },
    ...{ fromViews: 0, toViews: null, openedAt: decideBy, decideBy, decidedAt: null },
    ...{ isByReviewer: false, audit: null },
  };
  const { text, html } = await shown('clipper', {
    status: 'approved',
    holds: [hold],
    appealable: { of: 'hold', until: decideBy },
    may: ['appeal', 'declare'],
    next: { what: 'A reviewer decides on the held views', by: decideBy, who: 'admin' },
  });
  expect(text).toMatch(
    /Clip of @cutter .*Views held A reviewer decides on the held views by Mon 7 Dec, 10:00 UTC Prove it Appeal/,
  );
  expect(text).toContain(
    'Held: all views that were not released yet. While they are held, they are neither earned nor lost.',
  );
  expect(text).not.toContain('Approved');
  expect(text.match(/decides on the held views/g)).toHaveLength(1);
  expect(html).toContain('href="#answer-the-verdict"');
});

test('a rejected clip says its reason and its next step once', async () => {
  const { text } = await shown('clipper', {
    status: 'rejected',
    rejectReason: 'missing_disclosure',
    rejectNote: 'No #ad in it.',
    may: ['resubmit', 'appeal'],
    next: { what: 'Can be fixed and resubmitted once, or appealed', by: null, who: 'clipper' },
  });
  expect(text).toMatch(
    /Rejected .*No #ad in it\. Can be fixed and resubmitted once, or appealed \(you\) Appeal Fix and resubmit/,
  );
  for (const once of ['Fix and resubmit', 'No #ad in it.', 'Rejected'])
    expect(text.split(once), once).toHaveLength(2);
});

test('names the reader and the other person as the reader knows them', () => {
  const at = new Date('2026-12-07T10:00:00Z');
  const next = { what: 'The host decides', by: at, who: 'host' as const };
  const of = (viewer: Clip['viewer']) => headlineOf({ ...testClip, viewer, next }).next;
  expect(of('host')).toEqual({ what: 'You decide', by: at, who: null });
  expect(of('clipper')).toEqual({ what: 'The host decides', by: at, who: '@harbor' });
  const fix = { what: 'The caption has to be fixed', by: at, who: 'clipper' as const };
  expect(headlineOf({ ...testClip, next: fix }).next.who).toBe('you');
});
