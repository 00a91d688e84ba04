import { expect, test } from 'vitest';
import { liveEndpoints, platformEndpoints } from './services.ts';

test('configured addresses override the simulator’s, which override the platforms’', () => {
  expect(platformEndpoints({ tiktokApi: null }, null)).toEqual(liveEndpoints);
  const simulated = { ...liveEndpoints, tiktokApi: 'http://127.0.0.1:9/tiktok' };
  expect(platformEndpoints({}, simulated).tiktokApi).toBe('http://127.0.0.1:9/tiktok');
  expect(platformEndpoints({ tiktokApi: 'http://other' }, simulated).tiktokApi).toBe('http://other');
  expect(platformEndpoints({ twitchId: 'http://other' }, simulated).twitchAuth).toBe('http://other');
});
