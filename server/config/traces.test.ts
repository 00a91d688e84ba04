import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
const read = (env: Record<string, string>) =>
  readConfig({ SECRET: 'a secret for tests that is long enough', ...env }).spanTarget;

test('traces are exported only when an endpoint is set', () => {
  expect(read({ OTEL_SERVICE_NAME: 'clips' })).toBeNull();
  expect(read(ENDPOINT)).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: {},
    serviceName: 'permille',
    ratio: 1,
  });
  expect(
    read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=clips',
      OTEL_SERVICE_NAME: 'clips',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { authorization: 'Bearer a=b', 'x-team': 'clips' },
    serviceName: 'clips',
    ratio: 0.25,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be a URL like https://api.example.com.'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://c:4318/?key=1', 'must be a base URL without ? and #.'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer key', 'must be headers like authorization=Bearer%20KEY'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b,,c=d', 'must be headers like authorization=Bearer%20KEY'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', 'must be headers like authorization=Bearer%20KEY'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.1', 'must be a share from 0 to 1, like 0.1.'],
  ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a share from 0 to 1, like 0.1.'],
])('%s=%s is refused in one sentence', (name, value, sentence) => {
  expect(() => read({ ...ENDPOINT, [name]: value })).toThrow(`${name} ${sentence}`);
});
