import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RouteSpec } from '#contract/wire/route.ts';
import { toast } from '#web/ui/toasts/toast.tsx';
import { type ApiError, asApiError, call, type InputOf, type ReplyOf } from './client.ts';

/**
 * Returns a state-changing call for buttons and forms. After the call all queries are refetched. A refusal is
 * shown as a toast, unless `error` shows it elsewhere. If the route needs an idempotency key, each action of
 * the person has its own key: a retry after a lost reply uses the same key, the next action a new one.
 */
export function useAction<S extends RouteSpec>(
  spec: S,
  on: {
    success?: (reply: ReplyOf<S>, input: InputOf<S>) => void;
    error?: (error: ApiError, input: InputOf<S>) => void;
  } = {},
) {
  const client = useQueryClient();
  const intention = useRef<{ content: string; key: string } | null>(null);
  return useMutation<ReplyOf<S>, ApiError, InputOf<S>>({
    mutationFn: (input) => {
      if (!spec.idempotent) return call(spec, input);
      const content = fingerprint(input);
      if (intention.current?.content !== content) {
        intention.current = { content, key: crypto.randomUUID() };
      }
      return call(spec, { ...input, idempotencyKey: intention.current.key });
    },
    ...whileUnavailable(spec),
    onSuccess: async (reply, input) => {
      intention.current = null;
      on.success?.(reply, input);
      await client.invalidateQueries();
    },
    onError: async (failure, input) => {
      const error = asApiError(failure);
      // After a lost reply or a server fault the call may have taken effect, so a retry must use the same
      // key. A refused call had no effect.
      if (error.code !== 'offline' && error.problem.status < 500) intention.current = null;
      if (on.error) on.error(error, input);
      else toast.error(error.title, error.message);
      // A conflict means that the page shows outdated data.
      if (error.problem.status === 409) await client.invalidateQueries();
    },
  });
}

/**
 * Options that retry an idempotent call for half a minute, so that nobody has to press again while a database
 * restarts.
 */
export const whileUnavailable = ({ idempotent }: Pick<RouteSpec, 'idempotent'>) => ({
  retry: (failures: number, error: ApiError) =>
    idempotent === true && failures < 5 && asApiError(error).code === 'unavailable',
  retryDelay: (failures: number) => 1_000 * 2 ** failures,
});

const fingerprint = (input: unknown): string =>
  JSON.stringify(input, (_name, value) => (typeof value === 'bigint' ? `${value}n` : value));
