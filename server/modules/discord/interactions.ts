import type { Api } from '#server/http/route.ts';
import { registerRawRoute } from '#server/http/webhook.ts';
import { pong } from './answer.ts';
import { type Answered, answerCommand } from './answer-command.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { editAnswer } from './edit-answer.ts';
import { readInteraction } from './read-interaction.ts';
import { isFromDiscord, readPublicKey } from './signature.ts';

/** The largest body accepted. A command with all its options is a few kilobytes. */
const BODY_LIMIT_BYTES = 64 * 1024;
const FAILED = { content: 'Something went wrong here. Try again later.' };

/**
 * Registers the URL to which Discord posts commands. A message without a valid signature gets 401, as Discord
 * requires of every application.
 */
export function registerInteractions(api: Api, deps: DiscordDeps): void {
  const { access, log } = deps;
  if (!access) return;
  const key = readPublicKey(access.publicKey);
  const running = new Set<Promise<void>>();

  async function answerLater(token: string, later: NonNullable<Answered['later']>): Promise<void> {
    const answer = await later().catch((error: unknown) => {
      log.error({ err: error }, 'a command of Discord failed');
      return FAILED;
    });
    if (!(await editAnswer(access!, token, answer))) log.warn('an answer could not be given to Discord');
  }

  api.server.addHook('onClose', async () => {
    await Promise.all(running);
  });
  const at = { path: '/webhooks/discord', bodyLimit: BODY_LIMIT_BYTES } as const;
  registerRawRoute(api, at, async (raw, request, reply) => {
    const now = api.clock.now();
    if (!isFromDiscord(raw, request.headers, key, now))
      return reply.code(401).type('text/plain').send('invalid request signature');
    const interaction = readInteraction(raw, access.applicationId);
    if (!interaction) return reply.code(400).type('text/plain').send('unknown interaction');
    reply.code(200).type('application/json').serializer(JSON.stringify);
    if (interaction.kind === 'ping') return reply.send(pong);
    const { reply: said, later } = await answerCommand(deps, interaction, now);
    if (later)
      // The later answer starts only now, because Discord must have received the immediate reply before it
      // can be edited.
      reply.raw.once('finish', () => {
        const answering: Promise<void> = answerLater(interaction.token, later).finally(() =>
          running.delete(answering),
        );
        running.add(answering);
      });
    return reply.send(said);
  });
}
