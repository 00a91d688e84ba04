import { expect, test } from 'vitest';
import { adminRoutes } from '#contract/admin/admin-routes.ts';
import { micros } from '#contract/money.ts';
import type { PayoutRow } from '#contract/payouts/payouts.ts';
import { routes } from '#contract/routes.ts';
import { PayoutMeaning } from './features/payouts/payout-status.tsx';
import { pendingClips } from './features/submissions/decisions/pending-clips.ts';
import { testClipRow } from './testing/clip-row.ts';
import { type Answer, answerPage, rendered, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const sentAt = new Date('2026-11-02T10:00:00Z');
const panel = async (path: string, rows: Answer): Promise<string> =>
  (await screen(path, [signedIn('admin'), rows])).text;

const PROMISED = 'An answer is due by Wed 4 Nov, 10:00 UTC (you or another admin)';

test('an open support message shows the promised time of an answer; an answered one shows none', async () => {
  const message = {
    id,
    name: 'Tess',
    email: 'tess@people.example',
    username: null,
    personId: null,
    category: 'billing' as const,
    message: 'Where is it?',
    sentAt,
    answers: [],
  };
  const shown = (state: 'open' | 'answered', answers: { by: string; text: string; sentAt: Date }[]) =>
    panel(
      `/admin/support?state=${state}`,
      answerPage(
        routes.supportInbox,
        { query: { state } },
        { rows: [{ ...message, state, answers }], nextCursor: null },
      ),
    );
  const answers = [{ by: 'boss', text: 'Here.', sentAt }];
  expect(await shown('open', [])).toContain(PROMISED);
  expect(await shown('open', answers)).toContain('Waiting for another answer (you or another admin)');
  const done = await shown('answered', answers);
  expect(done).toContain('Where is it?');
  expect(done).not.toContain('you or another admin');
});

test('an open takedown request shows the promised time of an answer; a handled one shows none', async () => {
  const request = {
    id,
    name: 'Tess',
    email: 'tess@people.example',
    onBehalfOf: null,
    username: null,
    personId: null,
    url: 'https://www.tiktok.com/@tess/video/7311111111111111111',
    work: 'A song',
    signature: 'Tess',
    sentAt,
    handled: null,
  };
  const shown = (state: 'open' | 'handled') => {
    const handled = state === 'open' ? null : { at: sentAt, by: 'boss', note: 'Taken down.' };
    const reply = { rows: [{ ...request, handled }], nextCursor: null };
    return panel(
      `/admin/takedowns?state=${state}`,
      answerPage(routes.adminTakedowns, { query: { state } }, reply),
    );
  };
  expect(await shown('open')).toContain(PROMISED);
  const done = await shown('handled');
  expect(done).toContain('tess@people.example');
  expect(done).not.toContain('promised');
});

test('a debt says how it will be paid off', async () => {
  const debt = { id, clipper: 'cutter', owedMicros: micros(5_000_000n), since: sentAt };
  const reply = { rows: [debt], nextCursor: null };
  expect(await panel('/admin/debts', answerPage(adminRoutes.adminDebts, { query: {} }, reply))).toContain(
    'Taken from the next earnings, unless an admin writes it off before (Permille)',
  );
});

test('a returned payout asks for another address until the address was changed', async () => {
  const row: PayoutRow = {
    id,
    cause: 'weekly',
    amountMicros: micros(20_000_000n),
    destination: 't•••@cutroom.example',
    rail: 'manual',
    state: 'returned',
    requestedAt: sentAt,
    dueAt: sentAt,
    finishedAt: sentAt,
    reference: null,
    failure: 'The bank sent it back.',
    waits: null,
    accountProblem: null,
    stopsWeekly: true,
  };
  const shown = async (stopsWeekly: boolean) =>
    (await rendered(<PayoutMeaning row={{ ...row, stopsWeekly }} />, [])).text;
  expect(await shown(true)).toContain('Weekly payouts wait until you change the address it went to.');
  const changed = await shown(false);
  expect(changed).toContain('The bank sent it back. The amount is available again.');
  expect(changed).not.toMatch(/Weekly payouts wait|Check your Payment Email/);
});

test('All submissions shows each clip’s next event, deadline and acting person, and nothing for finished clips', async () => {
  const by = new Date('2026-11-30T10:00:00Z');
  const row = {
    ...testClipRow,
    appeal: null,
    clipperUsername: 'cutter',
    screenshotUrl: null,
    isEscalated: false,
    match: { state: 'no_file' as const, lengthDiffers: false },
  };
  const shown = async (part: object) => {
    const rows = [{ ...row, ...part }];
    const clips = answerPage(routes.hostSubmissions, { query: {} }, { rows, nextCursor: null });
    return (
      await screen('/host/submissions?view=all', [signedIn('host'), [[...pendingClips.queryKey], []], clips])
    ).text;
  };
  const when = 'by Mon 30 Nov, 10:00 UTC';
  expect(await shown({ next: { what: 'The host decides', by, who: 'host' } })).toContain(
    `You decide ${when}`,
  );
  const appealable = { what: 'The rejection can be appealed', by, who: 'clipper' };
  expect(await shown({ status: 'rejected', next: appealable })).toContain(
    `The rejection can be appealed ${when} (@cutter)`,
  );
  const counted = { what: 'Counted again', by, who: 'platform' };
  expect(await shown({ status: 'approved', next: counted })).toContain(
    `Counted again ${when} (the platform)`,
  );
  const over = { what: 'Nothing more happens', by: null, who: 'nobody' };
  expect(await shown({ status: 'withdrawn', next: over })).not.toContain('Nothing more happens');
});
