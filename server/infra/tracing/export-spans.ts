import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { RELEASE } from '#db/release.ts';
import { MINUTE } from '../clock.ts';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Span, SpanRecorder } from './trace.ts';

export interface SpanTarget {
  /** URL of an OTLP receiver, without /v1/traces. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of traces that is recorded, 0 to 1. */
  ratio: number;
}

export interface SpanExport {
  recorder: SpanRecorder;
  /** Sends the remaining spans, within a time limit. */
  close(): Promise<void>;
}

const CLOSE_MS = 3_000;

const kinds = { request: SpanKind.SERVER, job: SpanKind.INTERNAL, call: SpanKind.CLIENT };

/**
 * Sends spans by OTLP (JSON over HTTP) in batches of some seconds. A receiver that does not answer delays
 * nothing. This file is loaded only when spans are exported.
 */
export function openSpanExport({ endpoint, headers, serviceName, ratio }: SpanTarget, log: Log): SpanExport {
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': RELEASE,
    'service.instance.id': newId(),
  });
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
  const batches = new BatchSpanProcessor({ exporter: reporting(exporter, log) });
  const sampler = new TraceIdRatioBasedSampler(ratio);
  const placeOf = (traceId: string, spanId: string) => ({
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
  });
  const record = ({ traceId, spanId, parentId, beganAt, endedAt, ...span }: Span): void =>
    batches.onEnd({
      name: span.name,
      kind: kinds[span.kind],
      spanContext: () => placeOf(traceId, spanId),
      ...(parentId && { parentSpanContext: placeOf(traceId, parentId) }),
      startTime: timeOf(beganAt),
      endTime: timeOf(endedAt),
      duration: timeOf(endedAt - beganAt),
      ended: true,
      status: { code: span.failed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
      attributes: span.attributes,
      ...{ links: [], events: [], droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
      resource,
      instrumentationScope: { name: 'permille', version: RELEASE },
    });
  return {
    recorder: {
      samples: (traceId) =>
        sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED,
      record,
    },
    close: () =>
      withTimeout(batches.shutdown(), { ms: CLOSE_MS, what: 'the receiver of traces' }).catch(
        () => undefined,
      ),
  };
}

/** Converts milliseconds to seconds and nanoseconds. */
const timeOf = (ms: number): [number, number] => [
  Math.floor(ms / 1_000),
  Math.floor((ms % 1_000) * 1_000_000),
];

/** Logs lost spans, at most once a minute. */
function reporting(exporter: SpanExporter, log: Log): SpanExporter {
  let quietUntil = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && Date.now() >= quietUntil) {
          quietUntil = Date.now() + MINUTE;
          log.warn({ reason: result.error.name, lost: spans.length }, 'traces could not be exported');
        }
        // The library is given a success, because `reporting` has logged the failure and the library would
        // print it to the terminal too.
        done({ code: 0 });
      }),
    shutdown: () => exporter.shutdown(),
  };
}
