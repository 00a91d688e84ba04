import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { ApiError } from './api/client.ts';
import { spanOf } from './features/submissions/clip/hold-spans.ts';
import { testClip } from './testing/clip.ts';
import { shownClip as shown } from './testing/clip-page.tsx';
import { failure, screen, signedIn } from './testing/screen.tsx';

const { submissionId: id } = testClip;

test('a clip says where it is and what happens next, in its reader’s words', async () => {
  const next = { what: 'The host decides', by: new Date('2026-11-30T10:00:00Z'), who: 'host' as const };
  const own = await shown('clipper', { next });
  expect(own.text).toContain('Clip of @cutter');
  expect(own.text).toMatch(/Submitted , done .* by you .*Decision , now .*Paid out , not reached/);
  expect(own.text).toContain('The host decides by Mon 30 Nov, 10:00 UTC (@harbor)');
  expect(own.text).toContain('Withdraw');
  const theirs = await shown('host', { next, may: ['write'] });
  expect(theirs.text).toContain('You decide by Mon 30 Nov, 10:00 UTC ');
  expect(theirs.text).not.toContain('(you)');
  expect(theirs.text).not.toContain('Withdraw');
});

test.each(['host', 'clipper'] as const)(
  'a clip’s page belongs to the submissions of its %s',
  async (viewer) => {
    const { html } = await shown(viewer);
    expect(html).toMatch(new RegExp(`aria-current="true"[^>]*href="/${viewer}/submissions"`));
  },
);

test('the money line says what limits a clip', async () => {
  const { text } = await shown('clipper', {
    status: 'approved',
    eligibleViews: 35_652,
    earnedMicros: micros(71_304_000n),
    maxPayoutMicros: micros(150_000_000n),
    minViews: 1_000,
    contestedViews: 2_760,
    contestedMicros: micros(5_520_000n),
    contestedReservedMicros: micros(5_520_000n),
  });
  expect(text).toContain('Earned $71.304');
  expect(text).toContain("Minimum The listing's minimum of 1,000 views is reached");
  expect(text).toContain('Maximum $150.00 for this clip. Not reached. $78.696 left.');
  expect(text).toContain(
    'Contested $5.52. For 2,760 views, if they are released. It is reserved in the listing’s budget.',
  );
  const appealed = await shown('clipper', {
    status: 'rejected',
    contestedViews: 2_760,
    contestedMicros: micros(5_520_000n),
  });
  expect(appealed.text).toContain('Contested $5.52. For 2,760 views, if the appeal is granted.');
});

test('money paid before views were contested stays paid, and the minimum stays reached', async () => {
  const { text } = await shown('host', {
    status: 'approved',
    minViews: 1_000,
    paidViews: 14_514,
    eligibleViews: 751,
    contestedMicros: micros(143_708_000n),
  });
  expect(text).toContain('14,514 views were paid before some of them were contested or fell away.');
  expect(text).toContain("The listing's minimum of 1,000 views is reached");
});

test('the money line says once which part of contested earnings is reserved, and whether the budget falls short', async () => {
  const part = {
    status: 'approved' as const,
    contestedViews: 4_209,
    contestedMicros: micros(8_418_000n),
    contestedReservedMicros: micros(8_204_000n),
  };
  const text = async (isShort: boolean) => {
    const atStake = {
      wantedMicros: part.contestedMicros,
      reservedMicros: part.contestedReservedMicros,
      isShort,
    };
    return (await shown('clipper', { ...part, atStake })).text;
  };
  expect(await text(false)).toContain('The next settlement reserves the rest');
  const short = await text(true);
  expect(short).toContain(
    '$8.418. For 4,209 views, if they are released. $8.204 of it is reserved; the listing’s budget can’t cover more now.',
  );
  expect(short.match(/\$8\.418/g)).toHaveLength(1);
});

test('a receipt with a used-up budget shows the contested views and amount, and that nothing is reserved', async () => {
  const part = {
    status: 'approved' as const,
    countedViews: 53_995,
    eligibleViews: 17_218,
    contestedViews: 36_777,
    contestedMicros: micros(36_777_000n),
    paidViews: 12_540,
    earnedMicros: micros(12_540_000n),
    worthMicros: micros(53_995_000n),
    budgetSpentAt: new Date('2026-11-20T10:00:00Z'),
    budgetSpent: {
      since: new Date('2026-11-20T10:00:00Z'),
      views: 4_678,
      amountMicros: micros(4_678_000n),
    },
  };
  const page = (await shown('clipper', part)).text;
  expect(page).toContain('36,777 contested');
  expect(page).toContain(
    'Of today’s count $4.678 waits for budget, which is used up, $36.777 waits for a decision on contested views.',
  );
  const { text } = await shown('clipper', part, '?tab=receipt');
  expect(text).toContain('Views contested 36,777');
  expect(text).toContain('They earn $36.777 if they are released. Nothing of it is reserved');
  expect(text).toContain('Nothing of it is reserved: the listing’s budget can’t cover it now.');
  expect(text).not.toContain('Nothing is contested');
});

test('names the acting person once', async () => {
  const next = { what: 'A reviewer decides on the appeal', by: null, who: 'admin' as const };
  expect((await shown('clipper', { next })).text).not.toContain('(a reviewer)');
  expect((await shown('admin', { next })).text).toContain('(you or another admin)');
});

test('a clip shows which seconds of the source are in its file, and plays both to people who decide', async () => {
  const segments = [{ clipFromMs: 0, clipToMs: 6_000, sourceFromMs: 3_725_000, sourceToMs: 3_731_000 }];
  const found = {
    state: 'matched' as const,
    refusal: null,
    fileUrl: `/clip-files/${id}`,
    sourceUrl: `/media/${id}`,
    lengthDiffers: true,
    segments,
    sameEdit: { id, username: 'rival' },
  };
  const host = await shown('host', { match: found });
  expect(host.text).toContain("Nearly all of the clip's sound comes from your source.");
  expect(host.text).toContain('0:00 to 0:06 of the clip is 1:02:05 to 1:02:11 of the source');
  expect(host.text).toContain('The file is not as long as the post, so it may be another video.');
  expect(host.text).toContain('@rival sent the same cuts of the same seconds for this listing.');
  expect(host.html).toContain(`src="/media/${id}#t=3725"`);
  const nothing = await shown('host', { match: { ...found, state: 'nothing_found', segments: [] } });
  expect(nothing.text).toContain(
    "We couldn't match this clip's audio to your source. It may have new music - please check.",
  );
});

test('a refused file shows the rule that it breaks to its clipper, who can send another', async () => {
  const match = { ...testClip.match, state: 'refused' as const, refusal: 'file_too_short' };
  const own = await shown('clipper', { match });
  expect(own.text).toContain('A video lasts at least one second.');
  expect(own.text).toContain('Attach the clip file');
  const theirs = await shown('host', { match });
  expect(theirs.text).toContain("The clip's file was refused.");
  const sending = await shown('clipper', { match: { ...match, state: 'sending', refusal: null } });
  expect(sending.text).toContain("The clip's file is being uploaded and checked.");
  expect(sending.text).not.toContain('Attach the clip file');
});

test('a clipper can still send the file of a clip that waits for its decision', async () => {
  expect((await shown('clipper')).text).toContain('Attach the clip file');
  expect((await shown('host')).text).not.toContain('Attach the clip file');
  const decided = await shown('clipper', { status: 'approved' });
  expect(decided.text).not.toContain('Attach the clip file');
});

test('the receipt is a tab of the clip', async () => {
  const { text } = await shown('clipper', {}, '?tab=receipt');
  expect(text).toContain('Clip receipt');
  expect(text).toContain('1. Counted');
  expect(text).toContain('Verified: recalculated from the snapshots just now.');
});

test('a receipt does not call excluded views usual, nor money that paid a debt available', async () => {
  const { verdict } = testClip;
  const upheld = { ...verdict, summary: 'Nothing unusual so far.', fraudHoldState: 'upheld' as const };
  const { text } = await shown('clipper', { excludedViews: 900, verdict: upheld }, '?tab=receipt');
  expect(text).toContain('A hold was upheld: its views are not paid.');
  expect(text).not.toContain('Nothing unusual so far.');
  expect(text).toContain('paid out or used for a debt.');
});

test('a missing clip and somebody else’s clip are both not found', async () => {
  const problem = { type: '', title: 'Not found', status: 404, detail: '', code: 'not_found' as const };
  const none = failure(routes.showClip, { params: { id } }, new ApiError(problem));
  const { text } = await screen(`/clips/${id}`, [signedIn('clipper'), none]);
  expect(text).toContain('Clip not found');
});

test('marks held views where they were counted', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 2) + hours * 3_600_000);
  const snapshots = [
    { fetchedAt: at(0), views: 0 },
    { fetchedAt: at(1), views: 1_000 },
    { fetchedAt: at(2), views: 3_000 },
  ];
  expect(spanOf(snapshots, { fromViews: 1_000, toViews: 2_000 })).toEqual({
    from: at(1).getTime(),
    to: at(1.5).getTime(),
  });
  expect(spanOf(snapshots, { fromViews: 500, toViews: null })).toEqual({
    from: at(0.5).getTime(),
    to: at(2).getTime(),
  });
  expect(spanOf(snapshots, { fromViews: 3_000, toViews: null })).toBeNull();
});

test('an admin decides on the clip’s page, with the actions that the server allows', async () => {
  const review = { clipperId: id, hostId: id, fraudHoldId: id, identity: null, scoreVersion: 2 };
  const escalated = await shown('admin', {
    may: ['read_messages', 'decide_escalated', 'decide_hold'],
    worthMicros: micros(4_680_000n),
    contestedViews: 36_777,
    atStake: { wantedMicros: micros(80_000_000n), reservedMicros: micros(73_550_000n), isShort: true },
    review,
  });
  expect(escalated.text).toContain('The host did not decide in time');
  for (const choice of [
    'Approve clip, $4.68 so far to @cutter',
    'Reject clip, pay nothing',
    'Release $80.00 to @cutter',
    'Reject 36,777 views, keep $73.55 in the listing',
    'The listing’s budget does not cover all of it',
    'Read messages',
  ])
    expect(escalated.text).toContain(choice);
  const appeal = {
    id,
    of: 'hold' as const,
    state: 'open' as const,
    openedAt: testClip.submittedAt,
    decideBy: testClip.decideBy,
    decidedAt: null,
    note: null,
    text: 'They are real.',
    decidedBy: null,
    isReleasedByTime: true,
  };
  const appealed = await shown('admin', {
    may: ['read_messages', 'decide_hold', 'decide_appeal'],
    review,
    appeals: [appeal],
  });
  expect(appealed.text).toContain('They are real.');
  expect(appealed.text).toMatch(/Deny appeal: reject 0 views .*Release 0 views of @cutter/);
  expect(appealed.text.match(/Release /g)).toHaveLength(1);
  const rejected = await shown('admin', {
    may: ['read_messages', 'decide_appeal'],
    countedViews: 1_234,
    review,
    appeals: [{ ...appeal, of: 'rejection' }],
  });
  expect(rejected.text).toContain('Approve clip of @cutter with 1,234 views');
  const doubted = {
    may: ['let_pass' as const, 'take_back' as const],
    review,
    pendingMicros: micros(2_000_000n),
  };
  expect((await shown('admin', doubted)).text).toMatch(
    /Claw back views .*Let score pass, \$2\.00 to @cutter/,
  );
  expect((await shown('admin', { may: ['read_messages'], review })).text).not.toContain('Claw back views');
});

test('a host decides on the clip’s page while the server allows it', async () => {
  expect((await shown('host', { may: ['decide', 'write'] })).text).toMatch(/Approve A .*Reject R/);
  expect((await shown('host', { may: ['undo', 'write'] })).text).toContain('Undo the decision');
});
