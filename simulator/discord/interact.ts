import { sign } from 'node:crypto';
import { checkMessage, messageOf } from './check-message.ts';
import type { Asked, Discord } from './discord.ts';

const ANSWERS_WITHIN_MS = 3_000;
const EPHEMERAL = 64;
const CHOICES_MAX = 25;

export interface Typed {
  /** The id of the person who types. */
  userId: string;
  userName: string;
  command: string;
  options?: Record<string, string>;
  /** The option that is being typed, for autocompletion. */
  typing?: string;
  /** Whether the command is typed in a direct message; otherwise it is typed in a server. */
  isDirect?: boolean;
}

/** The answer as the person sees it. */
export interface Shown {
  /** In the state `thinking` the answer arrives later, at `asked`. */
  state: 'answered' | 'thinking' | 'suggested' | 'failed';
  content: string;
  embeds: unknown[];
  isPrivate: boolean;
  suggestions: { name: string; value: string }[];
  asked: Asked;
}

interface Sent {
  body: string;
  timestamp: string;
}

/** Returns the headers with which Discord signs its requests to an application. */
export const signedHeaders = (discord: Discord, { body, timestamp }: Sent): Record<string, string> => ({
  'content-type': 'application/json',
  'x-signature-timestamp': timestamp,
  'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), discord.privateKey).toString('hex'),
});

export const timestampOf = (discord: Discord): string => String(Math.floor(discord.now() / 1_000));

export function interactionOf(discord: Discord, typed: Typed, token: string): Record<string, unknown> {
  const user = { id: typed.userId, username: typed.userName, global_name: typed.userName };
  const options = Object.entries(typed.options ?? {}).map(([name, value]) => ({
    name,
    type: 3,
    value,
    ...(name === typed.typing && { focused: true }),
  }));
  return {
    id: discord.nextId(),
    application_id: discord.applicationId,
    type: typed.typing ? 4 : 2,
    token,
    version: 1,
    ...(typed.isDirect ? { user } : { guild_id: '1200000000000000001', member: { user, roles: [] } }),
    data: { id: '1300000000000000001', name: typed.command, type: 1, options },
  };
}

/** Posts an interaction to the application; resolves with its answer. */
async function postSigned(discord: Discord, interaction: object): Promise<Response | null> {
  if (!discord.target) return null;
  const body = JSON.stringify(interaction);
  const headers = signedHeaders(discord, { body, timestamp: timestampOf(discord) });
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  return await fetch(discord.target, { method: 'POST', body, headers, signal }).catch(() => null);
}

/** Types a command as a person. The application's answer is checked by Discord's rules. */
export async function type(discord: Discord, typed: Typed): Promise<Shown> {
  const asked = discord.ask();
  const reply = await postSigned(discord, interactionOf(discord, typed, asked.token));
  const shown = (state: Shown['state'], suggestions: Shown['suggestions'] = []): Shown => {
    const { content, embeds, isPrivate } = asked;
    return { state, content, embeds, isPrivate, suggestions, asked };
  };
  const answer = reply?.ok ? await reply.json().catch(() => null) : null;
  const data = answer?.data ?? {};
  if (typed.typing) {
    const choices = answer?.type === 8 && Array.isArray(data.choices) ? data.choices : null;
    return choices && choices.length <= CHOICES_MAX && choices.every(isChoice)
      ? shown('suggested', choices)
      : shown('failed');
  }
  asked.isPrivate = (Number(data.flags ?? 0) & EPHEMERAL) > 0;
  if (answer?.type === 5) {
    // If the later answer has already arrived, its state is kept.
    asked.state ??= 'thinking';
    return shown(asked.state);
  }
  const message = answer?.type === 4 && checkMessage(data).length === 0 ? messageOf(data) : null;
  if (!message) return shown('failed');
  Object.assign(asked, { state: 'answered', content: message.content, embeds: message.embeds });
  return shown('answered');
}

const isChoice = (choice: { name?: unknown; value?: unknown }): boolean =>
  [choice?.name, choice?.value].every(
    (text) => typeof text === 'string' && text.length >= 1 && text.length <= 100,
  );
