import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import { ClipFile } from './features/submissions/submit/clip-file.tsx';
import { ExpectedEarnings } from './features/submissions/submit/expected-earnings.tsx';
import { SubmitForm } from './features/submissions/submit/submit-form.tsx';
import { rendered, screen, signedIn } from './testing/screen.tsx';

const terms = {
  rateCentsPerMille: 200,
  minViews: 1_000,
  countedViews: 'all' as 'all' | 'engaged',
  countedCountries: [] as string[],
  maxPayoutMicros: micros(50_000_000n),
  freeMicros: micros(80_000_000n),
};
type Terms = typeof terms;

const expected = async (views: number | null, part: Partial<Terms> = {}, isAttested = false) => {
  const listing = { ...terms, ...part };
  const post = {
    views: isAttested ? null : views,
    countLevel: isAttested ? 'attested' : 'platform',
  } as const;
  return (await rendered(<ExpectedEarnings listing={listing} post={post} typed={views} />, [])).text;
};

test('the expected earnings of the views so far name their limits', async () => {
  expect(await expected(15_000)).toContain(
    '$30.00 Views so far 15,000 Rate per 1,000 $2.00 Most it can earn $50.00 No caps apply yet. Once the clip is approved, its verified views earn, including later ones.',
  );
  expect(await expected(900)).toContain('$0.00 Views so far 900');
  expect(await expected(900)).toContain(
    'A clip earns nothing below 1,000 views; from there, every view counts.',
  );
  expect(await expected(40_000)).toContain('$50.00 Views so far 40,000');
  expect(await expected(40_000)).toContain('The listing pays up to $50.00 per clip.');
  const poor = await expected(15_000, { freeMicros: micros(10_000_000n) });
  expect(poor).toContain('$10.00 Views so far 15,000');
  expect(poor).toContain('The listing has $10.00 of free budget left.');
  const byScreenshots = await expected(40_000, { maxPayoutMicros: micros(60_000_000n) }, true);
  expect(byScreenshots).toContain('$50.00 Views you entered 40,000');
  expect(byScreenshots).toContain('A clip verified by screenshot earns up to $50.00.');
  expect(byScreenshots).toContain('earns for the views that two reviewers confirm from your screenshots');
  expect(await expected(null)).toContain('$2.00 for every 1,000 verified views');
});

test('submitting begins with the link, and the checks are above the button', async () => {
  const { text } = await screen('/clipper/submit', [signedIn('clipper')]);
  const order = [
    'Clip URL',
    'Select Listing',
    'Platform',
    'Reported Views',
    'Would this pass?',
    'Submit Clip',
  ];
  const from = text.indexOf('Your clip');
  const places = order.map((label) => text.indexOf(label, from));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).toContain('Expected earnings');
});

const listing = {
  ...terms,
  id: '01900000-0000-7000-8000-000000000001',
  title: 'Street tacos, one pan',
  host: {
    ...{ username: 'mateo', avatarUrl: null, medianHoursToDecide: null, approvedShare: null },
    ...{ rejections: null, paidShare: null },
  },
  platforms: ['tiktok' as const],
  language: 'any',
  fundedMicros: micros(300_000_000n),
  reservedMicros: micros(0n),
  lastWeekMicros: micros(0n),
  decisionHours: 24,
  createdAt: new Date('2026-11-02T10:00:00Z'),
  sourceKind: 'link' as const,
  sourceDurationMs: null,
  sourcePosterUrl: null,
  comparesClips: true,
  category: null,
  paidClips: 0,
  typicalMicros: null,
  competingClips: 0,
  expectedMicros: micros(0n),
  opensInStudio: true,
};

test('for a listing that pays a part of the views, the expected earnings are shown as a maximum with the reason', async () => {
  const engaged = { countedViews: 'engaged' as const, countedCountries: ['DE'] };
  expect(await expected(15_000, engaged)).toContain(
    'At most $30.00 Views so far 15,000 Rate per 1,000 $2.00 Most it can earn $50.00 No caps apply yet. This listing pays for engaged views from Germany only. Your account’s analytics show about three days later how many of your views count. Those views earn once the clip is approved.',
  );
});

test.each([
  ['caption' as const, 'Chosen by the hashtags in your caption. You can choose another.'],
  ['platform' as const, 'The only listing that takes this platform now.'],
  [null, '$2.00 per 1,000 verified views · $80.00 free budget'],
])('a recognised listing (%s) says how it was recognised, and can be changed', async (recognisedBy, says) => {
  const nothing = () => undefined;
  const form = (
    <SubmitForm
      sendFile={async () => undefined}
      findStudioClip={async () => null}
      filled={{
        listing,
        url: 'https://www.tiktok.com/@a/video/7400000000000000001',
        platform: 'tiktok',
        views: '',
      }}
      recognised={null}
      recognisedBy={recognisedBy}
      notRecognised={null}
      isPost={false}
      isAttested={false}
      viewsFromPlatform={false}
      checks={null}
      onChange={nothing}
      onSubmitted={nothing}
      onRefused={nothing}
    />
  );
  const { text, html } = await rendered(form, []);
  expect(text).toContain(says);
  expect(text.includes('another')).toBe(recognisedBy === 'caption');
  expect(html).toContain('value="Street tacos, one pan"');
});

test('a file chosen for another clip says at its field that it is not sent', async () => {
  const nothing = () => undefined;
  const chosen = new File([], 'tacos.mp4');
  const field = async (isSent: boolean) =>
    (
      await rendered(
        <ClipFile
          choice={{ chosen, isSent, choose: nothing, remove: nothing }}
          listing={null}
          findStudioClip={async () => null}
        />,
        [],
      )
    ).html;
  expect(await field(false)).toMatch(/role="alert".*tacos\.mp4 is not sent: it was chosen for another link/);
  expect(await field(true)).not.toContain('is not sent');
});

test.each([
  ['a link', 'link' as const, 'The source is a link, so there is no video here to compare it with.'],
  [
    'of a sound that is not read',
    'upload' as const,
    'The source has no sound that can be read here, so clips can’t be compared with it.',
  ],
])('asks for no file if the source is %s, and says why', async (_what, sourceKind, says) => {
  const nothing = () => undefined;
  const studio = new File(['clip'], 'studio-clip.mp4');
  const { text, html } = await rendered(
    <ClipFile
      choice={{ chosen: studio, isSent: false, choose: nothing, remove: nothing }}
      listing={{ id: listing.id, sourceKind, comparesClips: false }}
      findStudioClip={async () => studio}
    />,
    [],
  );
  expect(text).toContain(`Not needed. ${says} The host checks your post.`);
  expect(html).not.toMatch(/<button|<input/);
});
