import { expect, test } from 'vitest';
import type { ListingPage } from '#contract/listings/listings.ts';
import { micros } from '#contract/money.ts';
import { routes } from '#contract/routes.ts';
import { emptyProject, studioRoutes } from '#contract/studio.ts';
import { ApiError } from './api/client.ts';
import type { Viewer } from './features/listings/listing-offer.tsx';
import { ListingSource } from './features/listings/listing-source.tsx';
import type { SaveState } from './features/studio/autosave.ts';
import { CaptionsTab, importedText, whyNoCue } from './features/studio/captions-tab.tsx';
import { ExportTab } from './features/studio/export-tab.tsx';
import { removeText } from './features/studio/find-sound.tsx';
import type { OpenedSource } from './features/studio/open-source.ts';
import { SaveMark, SaveTrouble } from './features/studio/save-state.tsx';
import { ReadableProject } from './features/studio/studio.tsx';
import type { StudioTools } from './features/studio/tools.ts';
import type { MadeClip } from './features/studio/use-export.ts';
import { answer, failure, rendered, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';
const money = micros(0n);

const listing: ListingPage = {
  id,
  title: 'Harbor at night',
  host: {
    username: 'harbor',
    avatarUrl: null,
    isVerified: true,
    medianHoursToDecide: null,
    approvedShare: null,
    rejections: null,
    paidShare: null,
    rejectReasons: [],
    holds: null,
  },
  platforms: ['tiktok'],
  language: 'any',
  rateCentsPerMille: 200,
  fundedMicros: money,
  freeMicros: money,
  reservedMicros: money,
  lastWeekMicros: money,
  maxPayoutMicros: null,
  minViews: 0,
  countedViews: 'all' as const,
  countedCountries: [],
  decisionHours: 24,
  createdAt: new Date('2026-11-02T10:00:00Z'),
  sourceKind: 'upload',
  sourceDurationMs: 9_000,
  sourcePosterUrl: null,
  comparesClips: true,
  category: null,
  paidClips: 0,
  typicalMicros: null,
  competingClips: 0,
  expectedMicros: money,
  opensInStudio: true,
  state: 'active',
  isBudgetUsedUp: false,
  version: 1,
  description: '',
  instructions: '',
  rules: {
    minViews: 0,
    countedViews: 'all' as const,
    countedCountries: [],
    maxPayoutMicros: null,
    clipsPerClipper: 5,
    trackingDays: 30,
    decisionHours: 24,
    allocation: 'first_approved',
    requiredTags: ['#harbor'],
    disclosureRequired: true,
    minSeconds: 15,
    maxSeconds: 60,
    language: 'any',
  },
  budget: {
    fundedMicros: money,
    paidMicros: money,
    reservedMicros: money,
    freeMicros: money,
    returnedMicros: money,
    takenBackMicros: money,
  },
  source: {
    kind: 'upload',
    url: '/media/1',
    fileName: 'night.mp4',
    sizeBytes: 1_000,
    durationMs: 9_000,
    mayWatch: true,
    posterUrl: null,
    storyboard: null,
    light: null,
    unplayable: [],
    pins: [],
  },
  endsAt: null,
  isOwn: false,
};
const shown = answer(routes.showListing, { params: { id } }, listing);
const kept = answer(studioRoutes.showStudioProject, { params: { id } }, { version: 0, project: null });
const studio = (...answers: Parameters<typeof screen>[1]) =>
  screen(`/clipper/studio/${id}`, [signedIn('clipper'), ...answers]);

test('a browser without WebCodecs gets a list of what it lacks, and the source as a file', async () => {
  const { text, html } = await studio(shown, kept);
  expect(text).toContain("This browser can't cut videos.");
  expect(text).toContain('VideoDecoder, VideoEncoder, AudioDecoder, OffscreenCanvas');
  expect(html).toMatch(/<a [^>]*href="\/media\/1"[^>]*download="night.mp4"/);
  expect(html).toContain(`href="/listings/${id}"`);
});

test('a person who may not watch the source reads so, without a file link that would be refused', async () => {
  const blocked = { ...listing, source: { ...listing.source, mayWatch: false } };
  const { text, html } = await studio(answer(routes.showListing, { params: { id } }, blocked), kept);
  expect(text).toContain("You can't watch this source.");
  expect(html).not.toContain('/media/1');
});

test('a studio whose listing did not load says so and offers another try', async () => {
  const problem = {
    type: 'about:blank',
    code: 'not_found',
    status: 404,
    title: 'Gone',
    detail: 'Not there.',
  };
  const { text } = await studio(failure(routes.showListing, { params: { id } }, new ApiError(problem)));
  expect(text).toContain('The listing did not load.');
  expect(text).toContain('Try again');
  expect((await studio()).text).toContain('Opening the studio');
});

test('only a clipper who may watch the source gets a link to the studio, as a document load', async () => {
  const source = async (role: 'clipper' | 'host', part: Partial<ListingPage> = {}) => {
    const [, session] = signedIn(role) as [unknown, { user: Viewer }];
    const listed = { ...listing, opensInStudio: false, ...part };
    return (await rendered(<ListingSource listing={listed} viewer={session.user} />, [])).html;
  };
  const link = `href="/clipper/studio/${id}"`;
  // Above the rules, the offer has the link to a source that the studio opens at once.
  expect(await source('clipper', { opensInStudio: true })).not.toContain(link);
  expect(await source('clipper')).toContain(link);
  expect(await source('host')).not.toContain(link);
  expect(await source('clipper', { state: 'ended' })).not.toContain(link);
  const blocked = { source: { ...listing.source, mayWatch: false } };
  expect(await source('clipper', blocked)).not.toContain(link);
});

const tools: StudioTools = {
  listing,
  source: { duration: 9, fps: 20, width: 640, height: 360, audio: null } as OpenedSource,
  project: { ...emptyProject, cuts: [{ start: 0, end: 10 }] },
  taken: [],
  edit: () => undefined,
  selected: 0,
  select: () => undefined,
  player: null,
  rate: 0,
};
const exported = {
  isRunning: false,
  share: 0,
  mode: 'edited' as const,
  made: null as MadeClip | null,
  error: null as string | null,
  start: () => undefined,
  cancel: () => undefined,
  taken: () => undefined,
};

test('the export lists what the listing demands, what lossless export omits, and what failed', async () => {
  const tab = async (state: Partial<typeof exported>, part: Partial<StudioTools> = {}) =>
    (await rendered(<ExportTab {...tools} {...part} exported={{ ...exported, ...state }} />, [])).text;
  const text = await tab({});
  expect(text).toContain('Length 15-60 s Clip length: 10.0 s. Add 5.0 s.');
  expect(text).toContain('Required: #harbor');
  expect(text).toContain('For your post: #ad #harbor');
  expect(text).toContain('It may start a few seconds before your In');
  expect(await tab({ error: 'No space is left.' })).toContain('The export failed. No space is left.');
  expect(await tab({ isRunning: true, share: 0.42 })).toContain('42%');
  const closed = await tab({}, { listing: { ...listing, state: 'ended' } });
  expect(closed).toContain('This listing takes no clips now.');
});

test('a finished clip is described as it was made, with a note if the project has changed since', async () => {
  const { project } = tools;
  const made = {
    project,
    mode: 'edited' as const,
    madeAt: 'https://permille.example/',
    href: 'blob:1',
    sizeBytes: 2_000_000,
    hasSound: true,
  };
  const tab = async (part: Partial<StudioTools>, mode: MadeClip['mode'] = 'edited') =>
    (
      await rendered(
        <ExportTab {...tools} {...part} exported={{ ...exported, made: { ...made, mode } }} />,
        [],
      )
    ).text;
  const now = await tab({});
  expect(now).toContain('Your clip is ready: 00:10.0');
  expect(now).not.toContain('before your last changes');
  expect(await tab({}, 'lossless')).toContain('Your clip is ready: at least 00:10.0');
  const later = await tab({ project: { ...project, cuts: [{ start: 0, end: 5 }] } });
  expect(later).toContain('Your clip is ready: 00:10.0');
  expect(later).toContain('It was made before your last changes.');
});

test('refuses to open a saved project that this version cannot read, instead of showing an empty one', async () => {
  const unreadable = { version: 3, project: null };
  const { text } = await rendered(<ReadableProject listing={listing} kept={unreadable} clipperId={id} />, []);
  expect(text).toContain('We can’t read your earlier cuts here.');
  expect(text).toContain('Start over');
});

test('a caption needs words and a free second', () => {
  const cues = [{ start: 1, end: 2, text: 'hey' }];
  expect(whyNoCue(cues, 1.5, '')).toBe('Write what the caption says first.');
  expect(whyNoCue(cues, 1.5, 'ho')).toContain('There is a caption at this second already.');
  expect(whyNoCue(cues, 2, 'ho')).toBeUndefined();
});

test('says so without captions', async () => {
  const captions = await rendered(<CaptionsTab {...tools} at={0} newCaption={['', () => {}]} />, []);
  expect(captions.text).toContain('No captions yet.');
});

test('keeps a caption that was typed before another tab was opened', async () => {
  const captions = <CaptionsTab {...tools} at={0} newCaption={['Almost', () => {}]} />;
  expect((await rendered(captions, [])).html).toContain('value="Almost"');
});

test('uses the singular for one silence and one caption', () => {
  expect([0, 1, 2].map(removeText)).toEqual([
    'No silences to remove',
    'Remove 1 silence',
    'Remove 2 silences',
  ]);
  expect(importedText('a.srt', 1, 0)).toBe('1 caption from a.srt.');
  expect(importedText('a.srt', 2, 0)).toBe('2 captions from a.srt.');
});

test('a refused save stays on the screen with its reason; another tab with the project offers both ways out', async () => {
  const shownFor = async (state: SaveState) => {
    const saving = { state, retry() {}, keepMine() {}, loadTheirs() {} };
    const parts = [<SaveMark key="mark" saving={saving} />, <SaveTrouble key="trouble" saving={saving} />];
    return (await rendered(parts, [])).text;
  };
  expect((await shownFor({ kind: 'saved' })).trim()).toBe('Saved');
  const refused = await shownFor({ kind: 'failed', message: 'Too large.', again: false });
  expect(refused).toContain('Your latest changes are not saved. Too large. Keep this tab open.');
  expect(refused).toContain('Save now');
  const conflict = await shownFor({ kind: 'changed', message: null });
  expect(conflict).toContain('Not saved');
  expect(conflict).toContain('changed in another tab');
  expect(conflict).toContain('Load that version');
  expect(conflict).toContain('Keep mine');
  expect(await shownFor({ kind: 'changed', message: 'No connection.' })).toContain('No connection.');
});
