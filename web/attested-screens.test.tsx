import { expect, test } from 'vitest';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import type { CountLevel } from '#contract/tracking.ts';
import { decisionText } from './features/submissions/attestation-labels.ts';
import { testClipRow } from './testing/clip-row.ts';
import { answer, answerPage, screen, signedIn } from './testing/screen.tsx';

const zero = micros(0n);
const pageOf = <Row,>(rows: Row[]) => ({ rows, nextCursor: null });

test('a count that people confirmed is labelled in the lists of clipper and admin; a platform’s count is not', async () => {
  const row = { ...testClipRow, hostUsername: 'harbor', appeal: null, appealUntil: null, canResubmit: false };
  const own = (countLevel: CountLevel) =>
    screen('/clipper/submissions', [
      signedIn('clipper'),
      answerPage(routes.clipperSubmissions, { query: {} }, pageOf([{ ...row, countLevel }])),
    ]);
  expect((await own('attested')).text).toContain('1,234,567 Attested');
  expect((await own('platform')).text).not.toContain('Attested');

  const earning = {
    submissionId: row.id,
    listingTitle: row.listingTitle,
    caption: '',
    url: 'https://youtu.be/abc',
    posterUrl: null,
    views: 1_500,
    countLevel: 'attested' as const,
    earnedMicros: zero,
    lastDayMicros: zero,
    approvedAt: row.submittedAt,
  };
  const earnings = await screen('/clipper/earnings', [
    signedIn('clipper'),
    answerPage(routes.clipperEarningRows, { query: {} }, pageOf([earning])),
  ]);
  expect(earnings.text).toContain('1,500 attested views');
});

test('Screenshots lists those that wait for review, or says that there are none', async () => {
  const at = new Date('2026-11-02T10:00:00Z');
  const attestation = {
    id: testClipRow.id,
    submissionId: testClipRow.id,
    clipperId: testClipRow.id,
    clipper: 'cutter',
    listing: 'Harbor at night',
    caption: '',
    listingStartedAt: at,
    platform: 'tiktok' as const,
    handle: 'cutter',
    postUrl: testClipRow.url,
    status: 'approved' as const,
    pictureUrl: '/attestations/1',
    state: 'match' as const,
    reportedViews: 12_431,
    readViews: 12_400,
    readText: '12.4K Video views',
    sentAt: at,
    confirmations: [{ by: 'ann@people.example', views: 12_400, at }],
    isMine: true,
    history: [],
    isFresh: false,
    sameWords: 0,
  };
  const inbox = {
    escalation: 0,
    hold: 0,
    review: 0,
    proof: 0,
    appeal: 0,
    code: 0,
    takedown: 0,
    support: 0,
    payout: 0,
    deposit: 0,
    banned: 0,
    agreement: 0,
  };
  const counts = answer(
    adminRoutes.adminCounts,
    {},
    { inbox: { ...inbox, screenshot: 1 }, openPayouts: 0, openSuspenseItems: 0, openCohorts: 0 },
  );
  const panel = (rows: (typeof attestation)[]) =>
    screen('/admin/screenshots', [
      signedIn('admin'),
      counts,
      answerPage(adminRoutes.waitingAttestations, { query: {} }, pageOf(rows)),
    ]);
  const { text } = await panel([attestation]);
  expect(text).toContain('Screenshots 1');
  expect(text).toMatch(/@cutter Harbor at night \S+ 12,431 Matches .*1 of 2, by you/);
  expect(text).toContain('Waiting for review (another admin)');
  expect((await panel([{ ...attestation, isMine: false }])).text).toContain('(you or another admin)');
  expect((await panel([])).text).toContain('No screenshots to confirm');
});

test.each([
  [{ decision: null, confirmations: 1 }, '1 of 2 reviewers have confirmed it so far.'],
  [
    { decision: 'confirmed', countedViews: 12_400 },
    'Two reviewers confirmed it: the clip counts 12,400 attested views.',
  ],
  [
    { decision: 'refused', refusalNote: 'Another post.' },
    'Not accepted: Another post. Another screenshot can be sent.',
  ],
] as const)('a clipper reads what people said of a screenshot: %o', (given, words) => {
  const nothing = { decision: null, countedViews: null, refusalNote: null, confirmations: 2 };
  expect(decisionText({ ...nothing, ...given }, true)).toBe(words);
});

test('a screenshot of a clip that is no longer counted waits for nobody', () => {
  const open = { decision: null, countedViews: null, refusalNote: null, confirmations: 1 };
  expect(decisionText(open, false)).toBe('It was not confirmed, and the clip is no longer counted.');
  const refused = { ...open, decision: 'refused' as const, refusalNote: 'Another post.' };
  expect(decisionText(refused, false)).toBe('Not accepted: Another post.');
});
