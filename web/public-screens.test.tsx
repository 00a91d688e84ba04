import { expect, test } from 'vitest';
import { micros } from '#contract/money.ts';
import type { PublicProfile as Profile } from '#contract/profiles.ts';
import { routes } from '#contract/routes.ts';
import { mailNotices } from '#contract/support/support.ts';
import { ApiError } from './api/client.ts';
import { VerifyNotice } from './features/accounts/verify-notice.tsx';
import { PublicProfile } from './features/profiles/public-profile.tsx';
import { PlatformStatus } from './features/support/platform-status.tsx';
import { PhoneMenu } from './routes/public/phone-menu.tsx';
import { profileRecord } from './routes/public/profile-page.tsx';
import { type Answer, answer, failure, rendered, screen, signedIn } from './testing/screen.tsx';

const id = '01900000-0000-7000-8000-000000000002';

const noData = {
  medianHoursToDecide: null,
  approvedShare: null,
  rejections: null,
  paidShare: null,
  rejectReasons: [],
  holds: null,
};

test('a phone’s menu ends with the header’s entrance, and no width hides it while it is open', async () => {
  const menu = (signedIn: boolean) => rendered(<PhoneMenu signedIn={signedIn} />, []);
  expect((await menu(false)).text).toMatch(/Help center Login $/);
  expect((await menu(true)).text).toMatch(/Help center Dashboard $/);
  const [dialog] = /<dialog[^>]*>/.exec((await menu(true)).html)!;
  expect(dialog).not.toContain('hidden');
});

const profile = (
  role: 'host' | 'clipper',
  { avatarUrl = null, topClips = [] }: Partial<Pick<Profile, 'avatarUrl' | 'topClips'>> = {},
) =>
  answer(
    routes.publicProfile,
    { params: { username: 'tess' } },
    {
      username: 'tess',
      role,
      avatarUrl,
      earnedMicros: micros(0n),
      activeListings: 3,
      approvedClips: 20,
      totalViews: 847_293,
      listings:
        role === 'host'
          ? [
              {
                id,
                title: 'Harbor at night',
                platforms: ['tiktok'],
                rateCentsPerMille: 200,
                countedViews: 'engaged',
                countedCountries: [],
                freeMicros: micros(300_000_000n),
              },
            ]
          : [],
      reliability: role === 'host' ? { ...noData, approvedShare: 0.914 } : null,
      decidedClips: role === 'clipper' ? 23 : null,
      topClips: role === 'clipper' ? topClips : null,
    },
  );

const profilePage = (answers: Answer[]) => rendered(<PublicProfile username="tess" />, answers);

test('a public profile: initials, name, badge, three figures, in the words of its role', async () => {
  const host = await profilePage([profile('host')]);
  expect(host.text).toContain(
    'TE @tess HOST Earnings $0.00 Total paid to clippers Top Listings 3 Active listings Total Views 847.3K',
  );
  expect(host.html).toContain('aria-label="847,293 views"');
  const clipper = await profilePage([profile('clipper')]);
  expect(clipper.text).toContain('CLIPPER Earnings $0.00 Total earned Top Clips 20 Approved clips');
  expect((await profilePage([profile('clipper', { avatarUrl: '/media/photo.jpg' })])).html).toContain(
    'src="/media/photo.jpg"',
  );
});

const wholeProfile = (answers: Answer[]) =>
  rendered(<PublicProfile username="tess" record={profileRecord} />, answers);

test('a profile links to a host’s active listings and shows the host’s record; unknown figures are shown as unknown', async () => {
  const { text, html } = await wholeProfile([profile('host')]);
  expect(text).toContain(
    'Active listings The newest 1 of 3 Harbor at night $300.00 free · engaged views only $2.00 per 1,000',
  );
  expect(html).toContain(`href="/listings/${id}"`);
  expect(text).toContain(
    'Median time to decide No data Approved of decided clips 91% Budgets paid out No data Rejections overturned No data Holds overturned No data',
  );
});

test('a profile shows a clipper’s clips with the most views and the approved share, unless that would reveal hidden earnings', async () => {
  const clip = {
    listingId: id,
    listingTitle: 'Harbor at night',
    platform: 'youtube' as const,
    views: 52_480,
    countLevel: 'platform' as const,
  };
  const page = (topClips: Profile['topClips']) => wholeProfile([profile('clipper', { topClips })]);
  const open = await page([clip]);
  expect(open.text).toContain('Top clips Harbor at night YouTube Shorts 52,480 verified views');
  expect(open.text).toContain('Approved of decided clips 87% Approved clips 20 of 23');
  expect((await page([])).text).toContain('No approved clips yet');
  expect((await page(null)).text).toContain('Hidden, like the earnings.');
});

test('a public profile says that it loads', async () => {
  expect((await profilePage([])).text).toContain('Loading profile...');
});

test('an unknown profile and one that fails to load are shown as not found, and a failed one can be retried', async () => {
  const failed = (status: number, code: string) => {
    const error = new ApiError({ type: 'about:blank', code, status, title: 'Failed', detail: 'Failed.' });
    return profilePage([failure(routes.publicProfile, { params: { username: 'tess' } }, error)]);
  };
  const unknown = await failed(404, 'profile_not_found');
  expect(unknown.text).toContain('Profile not found Nobody here is called @tess.');
  expect(unknown.text).not.toContain('Try again');
  for (const [status, code] of [
    [500, 'internal'],
    [0, 'offline'],
  ] as const) {
    const { text } = await failed(status, code);
    expect(text).toContain('Profile not found The server did not answer.');
    expect(text).toContain('Try again');
  }
});

test('the platform status names each problem beside its part', async () => {
  const status = (services: string[], payments: string[]) =>
    rendered(<PlatformStatus />, [answer(routes.status, {}, { services, payments, sendsMail: true })]);
  expect((await status([], ['Payouts are paused.'])).text).toContain(
    'Platform Services Operational Payment Processing Degraded Payouts are paused. New Features In Development',
  );
  expect((await status([], [])).text).toContain(
    'Platform Services Operational Payment Processing Operational New Features In Development',
  );
  expect((await rendered(<PlatformStatus />, [])).text).toContain(
    'Platform Services Checking Payment Processing Checking',
  );
  expect((await status(['Views are counted later than usual.'], [])).text).toContain(
    'Platform Services Degraded Views are counted later than usual. Payment Processing Operational',
  );
  const failed = async (status: number, code: string) => {
    const error = new ApiError({ type: 'about:blank', code, status, title: 'Failed', detail: 'Failed.' });
    return (await rendered(<PlatformStatus />, [failure(routes.status, {}, error)])).text;
  };
  expect(await failed(500, 'internal')).toContain(
    'Platform Services Not answering Payment Processing Not answering',
  );
  expect(await failed(429, 'too_many_requests')).toContain(
    'Platform Services Unknown Payment Processing Unknown',
  );
});

test('a person who waits for a mailed link reads that this server sends no mails, or sends them late', async () => {
  const notice = (services: string[]) =>
    rendered(
      <VerifyNotice
        signedUp={{ email: 'tess@people.example', password: 'x' }}
        next={null}
        demo={false}
        onBack={() => undefined}
      />,
      [answer(routes.status, {}, { services, payments: [], sendsMail: true })],
    );
  expect((await notice([mailNotices.unsent])).text).toContain(
    'Emails are not sent. This server can’t send mails yet. Mails wait until its operator has set that up.',
  );
  expect((await notice([mailNotices.late])).text).toContain('Emails arrive later than usual.');
  expect((await notice(['Views are counted later than usual.'])).text).not.toContain('later than usual');
});

test.each(['host', 'clipper'] as const)(
  'settings of a %s say that this server sends no mails',
  async (role) => {
    const settings = async (services: string[]) =>
      (
        await screen(`/${role}/settings/notifications`, [
          signedIn(role),
          answer(routes.status, {}, { services, payments: [], sendsMail: true }),
        ])
      ).text;
    expect(await settings([mailNotices.unsent])).toContain('Emails are not sent.');
    expect(await settings([])).not.toContain('Emails are not sent.');
  },
);
