import { expect, test } from 'vitest';
import { errorCatalogue } from './errors.ts';
import * as limits from './limits.ts';
import { formatUsd, micros } from './money.ts';
import { FORMATS, PENDING_HOURS, PENDING_SPAN } from './platforms/platform-texts.ts';
import { formats, platforms, postPlatforms } from './platforms/platforms.ts';
import { supportCategories } from './support/support.ts';

test.each([
  ['missing_information', 'Missing Information', 'Please fill in all fields.'],
  ['password_mismatch', 'Password Mismatch', 'Password and confirmation do not match.'],
  ['password_too_short', 'Password Too Short', 'Password must be at least 6 characters long.'],
  [
    'email_unverified',
    'Email Unverified',
    'Please check your email to verify your account before signing in.',
  ],
  ['login_failed', 'Login Failed', 'Please check your email and password and try again.'],
  ['admin_login_failed', 'Login Failed', 'Invalid credentials'],
  ['username_required', 'Username Required', 'Please enter a username.'],
  ['username_too_short', 'Username Too Short', 'Username must be at least 3 characters long.'],
  ['username_invalid', 'Invalid Username', 'Username can only contain letters, numbers, and underscores.'],
  [
    'platform_connection_required',
    'Platform Connection Required',
    'Please connect your platform before posting a listing.',
  ],
  [
    'platform_selection_required',
    'Platform Selection Required',
    'Please select at least one platform for your listing.',
  ],
  [
    'video_upload_required',
    'Video Upload Required',
    'Please upload an MP4 source video for clippers to use.',
  ],
  ['insufficient_balance', 'Insufficient Balance', 'Please add funds to continue.'],
  ['invalid_file_type', 'Invalid File Type', 'Please upload an MP4 video file.'],
] as const)('%s says what the specification says', (code, title, detail) => {
  expect(errorCatalogue[code]).toMatchObject({ title, detail });
});

test('the constants equal those of the specification', () => {
  expect([limits.PASSWORD_MIN, limits.USERNAME_MIN]).toEqual([6, 3]);
  expect(formatUsd(limits.WITHDRAWAL_MIN)).toBe('$5.00');
  expect(formatUsd(limits.WEEKLY_PAYOUT_MIN)).toBe('$10.00');
  expect(limits.PHOTO_MAX_BYTES).toBe(2 * 1024 * 1024);
  expect([limits.DECISION_HOURS, PENDING_HOURS.tiktok, limits.WITHDRAWAL_DUE_HOURS]).toEqual([24, 24, 24]);
  expect(postPlatforms).toEqual(['tiktok', 'youtube', 'instagram']);
  expect(supportCategories).toEqual(['billing', 'account', 'bug', 'feedback']);
});

test('money has two decimals', () => {
  const shown = (amount: bigint) => formatUsd(micros(amount));
  expect([0n, 1_500_000n, 127_800_000n, 847_500_000n].map(shown)).toEqual([
    '$0.00',
    '$1.50',
    '$127.80',
    '$847.50',
  ]);
  expect(formatUsd(limits.BUDGET_MAX)).toBe('$100,000.00');
});

test('texts about all platforms name each of them', () => {
  const listed = (names: string[]) => names.join(', ').replace(/,(?=[^,]*$)/, ' or');
  expect(FORMATS).toBe(listed(Object.values(formats)));
  const late = postPlatforms.filter((platform) => PENDING_HOURS[platform] > PENDING_HOURS.tiktok);
  const hours = late.map((platform) => `${PENDING_HOURS[platform]} on ${platforms[platform].name}`);
  expect(PENDING_SPAN).toBe(`${PENDING_HOURS.tiktok} hours (${hours.join(', ')})`);
});
