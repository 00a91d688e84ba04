import type { SimulatedEmbed } from './state.ts';

/** A reason why Discord refuses a body: the path of a field, and its error. */
export interface FormError {
  path: string;
  code: string;
  message: string;
}

export interface CheckedMessage {
  content: string;
  embeds: SimulatedEmbed[];
  calls: string[];
}

type Fields = Record<string, unknown>;

const CONTENT_MAX = 2_000;
const EMBEDS_MAX = 10;
const EMBED_LETTERS_MAX = 6_000;
const MENTION_KINDS = ['users', 'roles', 'everyone'];

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns Discord's errors of a message; the list is empty for a valid one. */
export function checkMessage(body: Fields): FormError[] {
  const errors: FormError[] = [];
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  const text = (path: string, value: unknown, most: number, least = 0) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'string') add(path, 'STRING_TYPE_CONVERT', 'Could not interpret as string.');
    else if (value.length > most || value.length < least)
      add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);
  };
  text('content', body.content, CONTENT_MAX);
  const embeds = body.embeds ?? [];
  if (!Array.isArray(embeds)) add('embeds', 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType');
  else if (embeds.length > EMBEDS_MAX)
    add('embeds', 'BASE_TYPE_MAX_LENGTH', `Must be ${EMBEDS_MAX} or fewer in length.`);
  else for (const [at, embed] of embeds.entries()) checkEmbed(embed, `embeds.${at}`, add, text);
  if (Array.isArray(embeds) && lettersOf(embeds) > EMBED_LETTERS_MAX)
    add('embeds', 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${EMBED_LETTERS_MAX}`);
  const { allowed_mentions: allowed } = body;
  const parse = isFields(allowed) ? (allowed.parse ?? []) : [];
  if (allowed !== undefined && (!isFields(allowed) || !Array.isArray(parse)))
    add('allowed_mentions', 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
  else if (Array.isArray(parse))
    for (const kind of parse)
      if (!MENTION_KINDS.includes(String(kind)))
        add('allowed_mentions.parse', 'BASE_TYPE_CHOICES', `Value must be one of ${MENTION_KINDS}.`);
  return errors;
}

function checkEmbed(
  embed: unknown,
  path: string,
  add: (path: string, code: string, message: string) => unknown,
  text: (path: string, value: unknown, most: number, least?: number) => void,
): void {
  if (!isFields(embed)) {
    add(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType');
    return;
  }
  text(`${path}.title`, embed.title, 256);
  text(`${path}.description`, embed.description, 4_096);
  if (isFields(embed.footer)) text(`${path}.footer.text`, embed.footer.text, 2_048, 1);
  const urls = { url: embed.url, 'image.url': isFields(embed.image) ? embed.image.url : undefined };
  for (const [name, value] of Object.entries(urls))
    if (value !== undefined && !/^https?:\/\/[^\s/]+/.test(String(value)))
      add(`${path}.${name}`, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.');
  const color = embed.color ?? 0;
  if (!Number.isInteger(color) || Number(color) < 0 || Number(color) > 0xffffff)
    add(`${path}.color`, 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 16777215.');
  const fields = Array.isArray(embed.fields) ? embed.fields : [];
  if (fields.length > 25) add(`${path}.fields`, 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
  for (const [at, field] of fields.entries()) {
    text(`${path}.fields.${at}.name`, field?.name ?? '', 256, 1);
    text(`${path}.fields.${at}.value`, field?.value ?? '', 1_024, 1);
  }
}

const lettersOf = (embeds: unknown[]): number =>
  embeds.filter(isFields).reduce((sum: number, { title, description, footer, fields }) => {
    const inFields = (Array.isArray(fields) ? fields : []).flatMap(({ name, value }) => [name, value]);
    const texts = [title, description, isFields(footer) ? footer.text : '', ...inFields];
    return sum + texts.join('').length;
  }, 0);

/** Returns the message in a body. Null when the message is empty, for which Discord has a separate code. */
export function messageOf(body: Fields): CheckedMessage | null {
  const content = typeof body.content === 'string' ? body.content : '';
  const embeds = (Array.isArray(body.embeds) ? body.embeds : []) as SimulatedEmbed[];
  if (content.trim() === '' && embeds.length === 0) return null;
  return { content, embeds, calls: calledBy(content, body.allowed_mentions) };
}

/**
 * Returns the mentions of a text that notify people. By default these are all that are not escaped in
 * Discord's Markdown.
 */
function calledBy(content: string, allowed: unknown): string[] {
  const parse = isFields(allowed) ? ((allowed.parse as string[] | undefined) ?? []) : MENTION_KINDS;
  const everyone = parse.includes('everyone') && /(?<!\\)@(?:everyone|here)/.test(content);
  const people = parse.includes('users') ? [...content.matchAll(/(?<!\\)<@!?(\d+)>/g)] : [];
  return [...(everyone ? ['everyone'] : []), ...people.map(([, id]) => id!)];
}

/** Converts errors to Discord's nested form: {"embeds":{"0":{"title":{"_errors":[…]}}}}. */
export function nested(errors: readonly FormError[]): Fields {
  const root: Fields = {};
  for (const { path, code, message } of errors) {
    let at = root;
    for (const part of path.split('.')) {
      at[part] ??= {};
      at = at[part] as Fields;
    }
    at._errors ??= [];
    (at._errors as unknown[]).push({ code, message });
  }
  return root;
}
