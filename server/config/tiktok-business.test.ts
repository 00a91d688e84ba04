import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { LIVE_ENV } from '#server/testing/live-env.ts';

test('TikTok’s app for Business needs the app that reads views, and an address that TikTok accepts', () => {
  const keys = { TIKTOK_CLIENT_KEY: 'abcd', TIKTOK_CLIENT_SECRET: 'efgh' };
  const business = { TIKTOK_BUSINESS_APP_ID: '7300000000000000001', TIKTOK_BUSINESS_SECRET: 'ijkl' };
  const APP_URL = 'https://clips.example';
  const tiktok = (given: object) =>
    readConfig({ ...LIVE_ENV, SECRET, APP_URL, ...given }).platformKeys.tiktok;
  expect(tiktok({ ...keys, ...business })?.business).toEqual({
    appId: '7300000000000000001',
    secret: 'ijkl',
  });
  expect(() => tiktok(business)).toThrow(/^TIKTOK_BUSINESS_APP_ID is set without TIKTOK_CLIENT_KEY/);
  expect(() => tiktok({ ...keys, TIKTOK_BUSINESS_SECRET: 'ijkl' })).toThrow(/set both or neither/);
  for (const other of ['http://clips.example', 'https://clips.example:8443'])
    expect(() => tiktok({ ...keys, ...business, APP_URL: other })).toThrow(
      /^APP_URL must be https and have no port/,
    );
  expect(() => readConfig({ SECRET, ...keys, ...business })).toThrow(
    /^TIKTOK_CLIENT_KEY must not be set in demo/,
  );
});
