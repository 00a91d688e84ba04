import { describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { TEST_SECRET as SECRET } from '#server/testing/actor.ts';
import { LIVE_ENV } from '#server/testing/live-env.ts';

describe('a live system', () => {
  const live = { ...LIVE_ENV, SECRET, APP_URL: 'https://permille.example' };
  const refused = (env: Record<string, string>) => () => readConfig({ ...live, ...env });

  test('does not start without a setting that real people need, and names it in one sentence', () => {
    expect(readConfig(live)).toMatchObject({ mode: 'live', alerts: { email: 'operator@permille.example' } });
    for (const name of ['APP_URL', 'SMTP_URL', 'ALERT_EMAIL'])
      expect(refused({ [name]: '' })).toThrow(new RegExp(`^${name} must be set on a live system, [^.]+\\.$`));
    expect(refused({ APP_URL: 'http://permille.example' })).toThrow(
      /^APP_URL must begin with https: [^.]+\.$/,
    );
    const admin = { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'elevenchars' };
    expect(refused(admin)).toThrow(/^ADMIN_PASSWORD must be at least 12 characters [^.]+\.$/);
    expect(refused({ SECRET: 'ab'.repeat(20) })).toThrow(/^SECRET must be random [^.]+\.$/);
  });

  test('does not need these settings in staging or a demo', () => {
    for (const MODE of ['demo', 'staging'])
      expect(readConfig({ MODE, SECRET: 'ab'.repeat(20) })).toMatchObject({
        mode: MODE,
        alerts: { email: 'Permille <no-reply@localhost>', webhook: null },
      });
  });

  test('posts alarms by https, or to this machine', () => {
    expect(readConfig({ SECRET, ALERT_WEBHOOK: 'https://hooks.example/a?b=c' }).alerts.webhook).toBe(
      'https://hooks.example/a?b=c',
    );
    expect(refused({ ALERT_WEBHOOK: 'http://hooks.example/a' })).toThrow(
      'ALERT_WEBHOOK must begin with https:',
    );
  });
});
