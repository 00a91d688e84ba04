import { NO_MENTIONS } from '#server/modules/webhook-endpoints/webhook-endpoints.ts';

/** An answer that only the person who typed the command sees, because balances and checks are private. */
export interface Answer {
  content: string;
  embeds?: { title?: string; description: string; color: number }[];
}

/** Discord's flag for messages that only the typing person sees. */
const EPHEMERAL = 64;

export const messageData = (answer: Answer) => ({
  ...answer,
  flags: EPHEMERAL,
  allowed_mentions: NO_MENTIONS,
});

export const pong = { type: 1 };
export const messageNow = (answer: Answer) => ({ type: 4, data: messageData(answer) });
/** Shows "Thinking…" until `editAnswer` replaces it. */
export const messageLater = { type: 5, data: { flags: EPHEMERAL } };

export interface Suggestion {
  name: string;
  value: string;
}

const SUGGESTIONS = 25;
const LETTERS = 100;

/**
 * Returns the reply with suggestions. They are plain text, because Discord does not interpret markup in them.
 */
export const suggestions = (rows: readonly Suggestion[]) => ({
  type: 8,
  data: { choices: rows.slice(0, SUGGESTIONS).map(({ name, value }) => ({ name: cut(name), value })) },
});

const cut = (text: string): string => {
  const letters = [...text.toWellFormed()];
  return text.length <= LETTERS ? text : `${letters.slice(0, LETTERS / 2 - 1).join('')}…`;
};
