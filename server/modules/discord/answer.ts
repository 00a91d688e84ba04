import { NO_MENTIONS } from '#server/infra/discord-text.ts';

/** What a person is shown, alone: balances and checks are nobody else's business. */
export interface Answer {
  content: string;
  embeds?: { title?: string; description: string; color: number }[];
}

/** Seen only by who typed. */
const EPHEMERAL = 64;

export const messageData = (answer: Answer) => ({
  ...answer,
  flags: EPHEMERAL,
  allowed_mentions: NO_MENTIONS,
});

export const pong = { type: 1 };
export const messageNow = (answer: Answer) => ({ type: 4, data: messageData(answer) });
/** "Thinking…", until `editAnswer` puts the answer there. */
export const messageLater = { type: 5, data: { flags: EPHEMERAL } };

export interface Suggestion {
  name: string;
  value: string;
}

const SUGGESTIONS = 25;
const LETTERS = 100;

/** In plain text, which Discord shows as it is. */
export const suggestions = (rows: readonly Suggestion[]) => ({
  type: 8,
  data: { choices: rows.slice(0, SUGGESTIONS).map(({ name, value }) => ({ name: cut(name), value })) },
});

const cut = (text: string): string => {
  const letters = [...text.toWellFormed()];
  return text.length <= LETTERS ? text : `${letters.slice(0, LETTERS / 2 - 1).join('')}…`;
};
