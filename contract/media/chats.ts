import { z } from 'zod';
import { idParams } from '#contract/wire/primitives.ts';
import { route } from '#contract/wire/route.ts';

/** The length limit of sources, in seconds. */
export const CHAT_SECONDS_MAX = 86_400;
/** The most messages that one second counts. */
export const CHAT_PER_SECOND_MAX = 10_000;

/** Number of chat messages in each second of a source, without any name or text. */
export const chatCounts = z.array(z.int().min(0).max(CHAT_PER_SECOND_MAX));

export const chatRoutes = {
  showChat: route('GET /api/media/:id/chat', {
    access: 'session',
    summary:
      'The number of chat messages in each second of a source video; empty if its host gave no chat log',
    params: idParams,
    reply: z.object({ perSecond: chatCounts }),
    errors: ['not_found'],
  }),
  giveChat: route('PUT /api/media/:id/chat', {
    access: 'host',
    summary:
      'Give the number of chat messages in each second of an own source video, replacing the previous ones',
    params: idParams,
    body: z.object({ perSecond: chatCounts.min(1).max(CHAT_SECONDS_MAX) }),
    errors: ['not_found'],
    bodyMaxBytes: 512 * 1024,
    perMinute: 10,
  }),
  removeChat: route('DELETE /api/media/:id/chat', {
    access: 'host',
    summary: 'Remove the chat counts of an own source video',
    params: idParams,
    errors: ['not_found'],
  }),
};
