import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { readTraceParent, type TraceParent } from './trace-parent.ts';

/** A finished request, job run or service call. Times in milliseconds since 1970. */
export interface Span {
  name: string;
  kind: 'request' | 'job' | 'call';
  traceId: string;
  spanId: string;
  /** The span of the caller; null when this span is the first of its trace. */
  parentId: string | null;
  beganAt: number;
  endedAt: number;
  /** Spans leave the installation, so attributes contain no URL with path or query and no ids of people. */
  attributes: Record<string, string | number>;
  failed: boolean;
}

export interface SpanRecorder {
  /** Whether spans of this trace are recorded. */
  samples(traceId: string): boolean;
  record(span: Span): void;
}

/** The trace of a request or a job's run. */
export interface Trace extends TraceParent {
  parentId: string | null;
  /** Receives the finished spans; null when nothing is recorded. */
  recorder: SpanRecorder | null;
  /** Whether the request or run called a service. */
  hasCalled: boolean;
}

export const newSpanId = (): string => randomBytes(8).toString('hex');

/**
 * Continues the trace of the caller that sent `header`, or begins one. This server decides what is recorded,
 * not the caller.
 */
export function beginTrace(recorder: SpanRecorder | null, header?: string | string[]): Trace {
  const parent = readTraceParent(header);
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  return {
    traceId,
    spanId: newSpanId(),
    parentId: parent?.spanId ?? null,
    isSampled: recorder ? recorder.samples(traceId) : (parent?.isSampled ?? false),
    recorder,
    hasCalled: false,
  };
}

type Recorded = Omit<Span, 'traceId' | 'spanId' | 'parentId'>;

export function recordTrace({ recorder, isSampled, ...trace }: Trace, span: Recorded): void {
  if (!recorder || !isSampled) return;
  const { traceId, spanId, parentId } = trace;
  recorder.record({ ...span, traceId, spanId, parentId });
}

const running = new AsyncLocalStorage<Trace>();

/** Runs `work`, and everything that it starts, as part of the trace. */
export const runInTrace = <T>(trace: Trace, work: () => T): T => running.run(trace, work);

/** Returns the trace of the current request or job run; null outside of both. */
export const currentTrace = (): Trace | null => running.getStore() ?? null;
