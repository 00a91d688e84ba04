import { CHAT_PER_SECOND_MAX, CHAT_SECONDS_MAX } from '#contract/media/chats.ts';

export interface ChatLog {
  /** Number of messages in each second, up to the last message. */
  perSecond: number[];
  messages: number;
  /** Rows (counted from 1) whose time can't be read, the first ones only. */
  unreadRows: number[];
  unread: number;
}

const ROWS_NAMED = 5;

/** Returns the seconds of "1:02:03", "[02:03]" or "2:03.5" at the beginning of a row; null without a time. */
export function secondsOfRow(row: string): number | null {
  const found = /^\s{0,9}\[?(?:(\d{1,2}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,6})?\]?(?=[\s|\-,:]|$)/.exec(row);
  if (!found) return null;
  const [, hours = '0', minutes, seconds] = found;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** The fields in which chat exports state the second of a message. */
const inSeconds = ['content_offset_seconds', 'time_in_seconds'];

/** Returns the second that an exported message states; null if it states none. */
function secondsOfMessage(message: unknown): number | null {
  if (typeof message !== 'object' || message === null) return null;
  const fields = message as Record<string, unknown>;
  const stated = inSeconds.map((name) => fields[name]).find((value) => typeof value === 'number');
  if (typeof stated === 'number') return stated;
  // A live chat of YouTube, as download programs write it.
  const replay = fields.replayChatItemAction as { videoOffsetTimeMsec?: unknown } | undefined;
  const ms = replay?.videoOffsetTimeMsec ?? fields.videoOffsetTimeMsec;
  return ms === undefined || !Number.isFinite(Number(ms)) ? null : Number(ms) / 1_000;
}

/** Parses JSON; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the messages of a JSON export: a list, or an object with the list `comments`. */
function messagesOf(file: string): unknown[] | null {
  if (!/^\s{0,9}[[{]/.test(file)) return null;
  const whole = parsed(file);
  if (Array.isArray(whole)) return whole;
  const comments = (whole as { comments?: unknown } | undefined)?.comments;
  return Array.isArray(comments) ? comments : null;
}

const secondsOfLine = (row: string): number | null =>
  row.trimStart().startsWith('{') ? secondsOfMessage(parsed(row)) : secondsOfRow(row);

/**
 * Reads a chat log: the JSON of Twitch exports, one JSON object per row as for YouTube, or rows that begin with a
 * time. Only the times are read, never names or texts. `seconds` is the length of the video.
 */
export function readChat(file: string, seconds = CHAT_SECONDS_MAX): ChatLog {
  const log: ChatLog = { perSecond: [], messages: 0, unreadRows: [], unread: 0 };
  const last = Math.min(seconds, CHAT_SECONDS_MAX);
  const add = (at: number | null, row: number) => {
    if (at === null) {
      log.unread += 1;
      if (log.unreadRows.length < ROWS_NAMED) log.unreadRows.push(row);
      return;
    }
    // Messages before the beginning and after the end belong to no second of the video.
    if (at < 0 || at >= last) return;
    const second = Math.floor(at);
    while (log.perSecond.length <= second) log.perSecond.push(0);
    log.perSecond[second] = Math.min(CHAT_PER_SECOND_MAX, log.perSecond[second]! + 1);
    log.messages += 1;
  };
  const messages = messagesOf(file);
  if (messages) for (const [nth, message] of messages.entries()) add(secondsOfMessage(message), nth + 1);
  else
    for (const [nth, row] of file.split(/\r?\n/).entries())
      if (row.trim() !== '') add(secondsOfLine(row), nth + 1);
  return log;
}
