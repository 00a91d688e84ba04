import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { readTraceParent, type TraceParent } from './trace-parent.ts';

/** A request, the run of a job or a call of a service, once it is over. Times in milliseconds since 1970. */
export interface Span {
  name: string;
  kind: 'request' | 'job' | 'call';
  traceId: string;
  spanId: string;
  /** Null: the trace begins with it. */
  parentId: string | null;
  beganAt: number;
  endedAt: number;
  /** No address with its path or query, no ids of people: what is recorded leaves the installation. */
  attributes: Record<string, string | number>;
  failed: boolean;
}

/** Where spans go. */
export interface SpanRecorder {
  /** Whether spans of this trace are recorded. */
  samples(traceId: string): boolean;
  record(span: Span): void;
}

/** What a request or the run of a job belongs to. */
export interface Trace extends TraceParent {
  parentId: string | null;
  /** Null: nothing is recorded. */
  recorder: SpanRecorder | null;
  /** Whether a service was called in it. */
  hasCalled: boolean;
}

export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Continues the trace of the caller that sent `header`, or begins one. What is recorded is decided here, not by callers. */
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

/** What `work` does, and what follows from it, belongs to the trace. */
export const runInTrace = <T>(trace: Trace, work: () => T): T => running.run(trace, work);

/** Null outside requests and jobs. */
export const currentTrace = (): Trace | null => running.getStore() ?? null;
