import type { SpanTarget } from '#server/infra/tracing/export-spans.ts';
import { baseUrl, text } from './values.ts';

const HEADERS = /^\s*[\w-]+=[^,\s=][^,]*(?:,\s*[\w-]+=[^,\s=][^,]*)*$/;

/** The variables have OpenTelemetry's names. */
export const tracesVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl,
  OTEL_EXPORTER_OTLP_HEADERS: text
    .refine((value) => HEADERS.test(value) && isDecodable(value), {
      error: 'must be headers like authorization=Bearer%20KEY, separated by commas',
    })
    .optional(),
  OTEL_SERVICE_NAME: text.max(100, { error: 'must be at most 100 characters' }).default('permille'),
  OTEL_TRACES_SAMPLER_ARG: text
    .regex(/^(?:0(?:\.\d{1,9})?|\.\d{1,9}|1(?:\.0{1,9})?)$/, {
      error: 'must be a share from 0 to 1, like 0.1',
    })
    .default('1')
    .transform(Number),
};

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

interface Values {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Returns the receiver of traces; null when none are exported. */
export function spanTarget(values: Values): SpanTarget | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (!endpoint) return null;
  const pairs = (values.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair.trim() !== '');
  const headers = pairs.map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
  });
  return {
    endpoint,
    headers: Object.fromEntries(headers),
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
