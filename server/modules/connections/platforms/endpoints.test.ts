import { expect, test } from 'vitest';
import { liveEndpoints, platformEndpoints } from './endpoints.ts';

test('what the configuration names wins over the stand-in, and the stand-in over the platforms', () => {
  expect(platformEndpoints({ tiktokApi: null }, null)).toEqual(liveEndpoints);
  const standIn = { ...liveEndpoints, tiktokApi: 'http://127.0.0.1:9/tiktok' };
  expect(platformEndpoints({}, standIn).tiktokApi).toBe('http://127.0.0.1:9/tiktok');
  expect(platformEndpoints({ tiktokApi: 'http://other' }, standIn).tiktokApi).toBe('http://other');
  expect(platformEndpoints({ twitchId: 'http://other' }, standIn).twitchAuth).toBe('http://other');
});
