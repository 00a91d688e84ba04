import { channel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import type { Answer } from './untested.ts';

const { ANSWERS_FOLDER } = process.env;

/** The state that all test files of this process share, because Vitest runs this file again for each of them. */
interface Recording {
  /** The running test; null between tests. */
  test: { file: string; title: string } | null;
}
declare global {
  var recording: Recording | undefined;
}

if (ANSWERS_FOLDER) {
  globalThis.recording ??= startRecording(ANSWERS_FOLDER);
  const { recording } = globalThis;
  beforeEach(({ task }) => {
    recording.test = { file: task.file.name, title: task.name };
  });
  afterEach(() => {
    recording.test = null;
  });
}

/**
 * Writes one line for each distinct answer that a test gets from a Fastify server of this process. Fastify
 * publishes each new server on a channel, so the servers need no code for tests.
 */
function startRecording(folder: string): Recording {
  const recording: Recording = { test: null };
  const file = join(folder, `${process.pid}.jsonl`);
  const known = new Set<string>();
  channel('fastify.initialization').subscribe((message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply, payload) => {
      const { url } = request.routeOptions;
      if (!recording.test || !url) return;
      const code = reply.statusCode < 400 ? 'ok' : codeIn(payload);
      const answer: Answer = { route: `${request.method} ${url}`, code, ...recording.test };
      const key = `${answer.route} ${code} ${answer.file}`;
      if (known.has(key)) return;
      known.add(key);
      appendFileSync(file, `${JSON.stringify(answer)}\n`);
    });
  });
  return recording;
}

/** The code of problem details; null for another body. */
function codeIn(payload: unknown): string | null {
  if (typeof payload !== 'string') return null;
  try {
    return (JSON.parse(payload) as { code?: string }).code ?? null;
  } catch {
    return null;
  }
}
