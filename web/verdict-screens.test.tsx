import { expect, test } from 'vitest';
import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import { testClip } from './testing/clip.ts';
import { answer, screen, signedIn } from './testing/screen.tsx';

const { submissionId: id } = testClip;
const shown = (viewer: Clip['viewer'], part: Partial<Clip> = {}) =>
  screen(`/clips/${id}`, [
    signedIn(viewer),
    answer(routes.showClip, { params: { id } }, { ...testClip, viewer, ...part }),
  ]);

const signal = (name: string, points: number, sentence: string) => ({
  ...{ signal: name, version: 1, points, sentence },
  ...{ observed: 0.06071, threshold: 0.5 },
});
const verdict = {
  ...testClip.verdict,
  ...{ score: 45, band: 'needs_review' as const, summary: 'Something is unusual.' },
  scoredAt: testClip.submittedAt,
  contributions: [
    signal('low_like_rate', 10, '12 likes on 5,000 views (0.24%).'),
    signal('unliked_burst', 30, '4,000 of 5,000 views arrived within 2 hours, with 3 likes.'),
    signal('duplicate', 5, 'The same post is used twice.'),
  ],
};
const review = { clipperId: id, hostId: id, fraudHoldId: null, identity: null, scoreVersion: 2 };

test('a clipper reads what was seen, strongest first, which honest causes look the same, and what clears it', async () => {
  const { text, html } = await shown('clipper', { verdict, may: ['write', 'answer_review'] });
  expect(text).toMatch(
    /4,000 of 5,000 views arrived .* Can be honest: A share on a site, .* Clears it: say where and when it was shared, with a link, in your note to the reviewer \. .*12 likes on 5,000 views/,
  );
  expect(text).toContain('Clears it: release this account’s analytics , if they show that people watched.');
  expect(text).toContain(
    'Clears it: say how your clip differs, and attach its file above, in your note to the reviewer .',
  );
  expect(html).toContain('href="/clipper/settings/accounts"');
  expect(html).toContain('href="#answer-the-verdict"');
  expect(text).toContain('0-29 clean · 30-59 needs review · 60+ a reviewer decides');
  expect(text).not.toContain('suspicious below');
});

test('a host reads causes and remedies without the clipper’s actions, and an admin the measured values too', async () => {
  const host = await shown('host', { verdict });
  expect(host.text).toContain('Can be honest: A share on a site');
  expect(host.text).toContain('Clears it: a declared share that the counts fit.');
  expect(host.html).not.toContain('href="/clipper/settings');
  expect(host.html).not.toContain('#answer-the-verdict');
  const admin = await shown('admin', { verdict, review });
  expect(admin.text).toContain('Block of views without likes: 0.061 (suspicious below 0.5)');
});

test('a held clip points to its appeal, and a decided one asks for nothing', async () => {
  const held = { ...verdict, score: 70, band: 'hold' as const, fraudHoldState: 'open' as const };
  const open = await shown('clipper', { verdict: held, may: ['write', 'appeal'] });
  expect(open.text).toContain('with a link, in your appeal .');
  const upheld = await shown('clipper', { verdict: { ...held, fraudHoldState: 'upheld' } });
  expect(upheld.text).toContain('Can be honest:');
  expect(upheld.text).not.toContain('Clears it:');
});

test('a score compared with honest clips names its band, not the published ones', async () => {
  const compared = { ...verdict, score: 45, band: 'clean' as const };
  const { text } = await shown('clipper', { verdict: compared });
  expect(text).toContain('Score 45 of 100: clean');
  expect(text).not.toContain('0-29 clean');
  const asked = await shown('clipper', { verdict: { ...verdict, score: 80 } });
  expect(asked.text).toContain('Score 80 of 100: a reviewer decides');
});

test('the note to the reviewer: a form while it can be written, then the note, and its text for the admin who decides', async () => {
  const form = await shown('clipper', { verdict, may: ['write', 'answer_review'] });
  expect(form.text).toContain('Note to the reviewer');
  expect(form.text).toContain('0 of 1000');
  const at = testClip.submittedAt;
  const reviewNote = { text: 'Raided on Sunday.', writtenAt: at, changedAt: at, isOpen: true };
  const sent = await shown('clipper', { verdict, reviewNote, may: ['write', 'answer_review'] });
  expect(sent.text).toMatch(/Your note to the reviewer\. Sent .* Raided on Sunday\. .*Change note/);
  const admin = await shown('admin', { verdict, reviewNote, review, may: ['let_pass'] });
  expect(admin.text).toContain('Raided on Sunday.');
  expect(admin.text).toContain('The clipper wrote a note, below the score.');
  const over = await shown('clipper', { reviewNote: { ...reviewNote, isOpen: false } });
  expect(over.text).toContain(', before the decision.');
  expect(over.text).not.toContain('Change note');
});
