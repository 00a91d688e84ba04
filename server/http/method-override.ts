import type { IncomingMessage } from 'node:http';
import { UPLOADS_PATH } from '#contract/media.ts';

const METHODS = ['HEAD', 'PATCH', 'DELETE'];

const overridden = new WeakSet<IncomingMessage>();

/**
 * Gives a POST to the routes of uploads the method that its header names (tus 1.0.0), because some networks pass GET and POST
 * alone. It runs before routing: access, limits, logs and traces see the method that is carried out.
 */
export function overrideMethod(request: IncomingMessage): void {
  const method = String(request.headers['x-http-method-override']);
  if (request.method !== 'POST' || !METHODS.includes(method)) return;
  const [path] = (request.url ?? '').split('?');
  if (path !== UPLOADS_PATH && !path!.startsWith(`${UPLOADS_PATH}/`)) return;
  request.method = method;
  overridden.add(request);
}

/** A HEAD that was sent as a POST is checked like a POST, which a page of another site could send. */
export const wasOverridden = (request: IncomingMessage): boolean => overridden.has(request);
