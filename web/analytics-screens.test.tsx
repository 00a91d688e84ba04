import { expect, test } from 'vitest';
import type { Clip } from '#contract/clips/clips.ts';
import { routes } from '#contract/routes.ts';
import type { ReplyOf } from '#web/api/client.ts';
import { testClip } from './testing/clip.ts';
import { answer, screen, signedIn } from './testing/screen.tsx';

const { submissionId: id } = testClip;
const shown = (viewer: Clip['viewer'], part: Partial<Clip> = {}) =>
  screen(`/clips/${id}`, [
    signedIn(viewer),
    answer(routes.showClip, { params: { id } }, { ...testClip, viewer, ...part }),
  ]);

test('Settings: an account offers its analytics, or says since when they are released and of how many clips they were read', async () => {
  const offered = { releasedAt: null, clips: 0, readAt: null, earningClips: 0 };
  const settings = async (analytics: ReplyOf<typeof routes.listConnections>['rows'][number]['analytics']) => {
    const row = {
      id: '01900000-0000-7000-8000-000000000004',
      platform: 'youtube' as const,
      handle: 'tess',
      displayName: 'Tess',
      state: 'active' as const,
      foundText: null,
      connectedAt: new Date('2026-11-01T10:00:00Z'),
      analytics,
    };
    const reply = { rows: [row], codes: [], available: ['youtube' as const] };
    return (
      await screen('/clipper/settings/accounts', [
        signedIn('clipper'),
        answer(routes.listConnections, {}, reply),
      ])
    ).text;
  };
  expect(await settings(offered)).toContain('Release analytics to show that people watched your clips.');
  expect(await settings(offered)).toContain('Release analytics');
  const at = new Date('2026-11-10T10:00:00Z');
  const released = await settings({ releasedAt: at, clips: 2, readAt: at, earningClips: 0 });
  expect(released).toContain('Verified with analytics');
  expect(released).toContain('Read of 2 clips, last');
  expect(await settings(null)).not.toContain('analytics');
});

const figures = {
  views: 28_133,
  engagedViews: 19_835,
  watchSeconds: 421_000,
  averagePercentage: 79.9,
  completedShare: null,
  reach: null,
  subscribedShare: 0.061,
  trafficSources: { recommended: 0.667, direct: 0.02 },
  countries: { PH: 0.549, ZZ: 0.01 },
  devices: null,
};
const analytics: Clip['analytics'] = {
  readAt: new Date('2026-11-20T03:00:00Z'),
  until: new Date('2026-11-18T08:00:00Z'),
  nextReadAt: new Date('2026-11-21T03:00:00Z'),
  trouble: null,
  figures,
};

test('released analytics: figures for the clipper, only the fact for others, and nothing if none are released', async () => {
  const own = await shown('clipper', { platform: 'youtube', analytics });
  expect(own.text).toContain('A view lasted on average 79.9% of the clip, 15.0 seconds');
  expect(own.text).toContain('Feed and recommendations 66.7%, No known place 2%');
  expect(own.text).toContain('Philippines 54.9%');
  expect(own.text).not.toContain('Devices');
  expect(own.html).toContain('href="/clipper/settings/accounts"');
  const theirs = await shown('host', { platform: 'youtube', analytics: { ...analytics, figures: null } });
  expect(theirs.text).toContain('views until');
  expect(theirs.text).not.toContain('A view lasted');
  expect((await shown('host')).text).not.toContain('Released analytics');
});

test('TikTok’s figures use TikTok’s words, including how many people saw the clip to its end', async () => {
  const own = await shown('clipper', {
    platform: 'tiktok',
    analytics: {
      ...analytics,
      figures: { ...figures, engagedViews: null, reach: 20_100, completedShare: 0.312 },
    },
  });
  expect(own.text).toContain('Saw it to its end 31.2%');
  expect(own.text).toContain('By followers 6.1%');
  expect(own.text).toContain('For You and sounds 66.7%, Others 2%');
  expect(own.text).toContain('TikTok is one to two days late');
});

test('released analytics that were not read give the reason', async () => {
  const none = { ...analytics, readAt: null, until: null, figures: null };
  const first = await shown('clipper', { platform: 'youtube', analytics: { ...none, trouble: 'not_ready' } });
  expect(first.text).toContain(
    'We have read no analytics of this clip yet; they are two to three days late.',
  );
  const hidden = await shown('clipper', { platform: 'tiktok', analytics: { ...none, trouble: 'not_ready' } });
  expect(hidden.text).toContain(
    'one to two days late. TikTok shows them where the account’s owner turned on',
  );
  const silent = await shown('clipper', {
    platform: 'instagram',
    analytics: { ...analytics, trouble: 'no_answer' },
  });
  expect(silent.text).toContain('Instagram did not answer as it should. Next read');
});

test('“Seen by people” is shown when released figures clear a clip, but not while views are held', async () => {
  const people = { signal: 'seen_by_people', version: 1, points: 0, observed: 1, threshold: 0.4 };
  const verdict = {
    ...testClip.verdict,
    contributions: [{ ...people, sentence: 'The owner’s figures look like people.' }],
  };
  const clean = await shown('host', { verdict: { ...verdict, score: 20, band: 'clean' } });
  expect(clean.text).toContain('Seen by people');
  const held = await shown('host', { verdict: { ...verdict, score: 70, band: 'hold' } });
  expect(held.text).not.toContain('Seen by people');
});
