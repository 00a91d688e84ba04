import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { FOR_BROWSERS } from '../browser-pages.ts';
import { asPage, escapeHtml, page } from '../page.ts';
import { formOf } from '../wire.ts';
import type { Discord } from './discord.ts';
import { type Shown, type } from './interact.ts';
import type { DiscordMessage } from './state.ts';

const SHOWN = 20;
/**
 * Longest wait for a late answer. Discord shows such an answer when it arrives, but this page is rendered
 * once.
 */
const WAITS_MS = 10_000;

/** Replaces Discord's client: channels with their messages, and a line for commands. */
export function addDiscordPage(
  app: FastifyInstance,
  discord: Discord,
  {
    page: path,
    base,
    api,
  }: { page: string /** The API's URL for browsers. */; base: () => string; api: () => string },
): void {
  const draw = (reply: FastifyReply, shown: Shown | null) =>
    asPage(reply, "; form-action 'self'").send(
      page('Discord (simulated)', bodyOf(discord, api(), base() + path, shown)),
    );
  app.get(path, FOR_BROWSERS, (_request, reply) => draw(reply, null));
  app.post(`${path}/webhooks`, FOR_BROWSERS, async (request, reply) => {
    const channel = (formOf(request).get('channel') ?? '').trim().slice(0, 60) || 'clips';
    await discord.makeWebhook(channel);
    return reply.redirect(base() + path, 303);
  });
  app.post(`${path}/webhooks/remove`, FOR_BROWSERS, async (request, reply) => {
    await discord.removeWebhook(formOf(request).get('id') ?? '');
    return reply.redirect(base() + path, 303);
  });
  app.post(`${path}/commands`, FOR_BROWSERS, async (request, reply) => {
    const form = formOf(request);
    const userName = (form.get('user') ?? '').trim().slice(0, 32) || 'somebody';
    const { command, options } = commandIn(form.get('line') ?? '');
    const shown = await type(discord, { userId: idOf(userName), userName, command, options });
    return draw(reply, shown.state === 'thinking' ? await answered(shown) : shown);
  });
}

async function answered({ asked, ...shown }: Shown): Promise<Shown> {
  const ending = new AbortController();
  const late = pause(WAITS_MS, undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.race([asked.whenEdited, late]);
  ending.abort();
  const { content, embeds } = asked;
  return { ...shown, asked, content, embeds, state: asked.state ?? shown.state };
}

/** Parses a line like "/submit listing:… post:…". */
function commandIn(line: string): { command: string; options: Record<string, string> } {
  const [, first = '', rest = ''] = /^(\S*)(.*)$/s.exec(line.trim()) ?? [];
  const words = rest.trim() === '' ? [] : rest.trim().split(/(?<!\s)\s+(?=\w{1,32}:)/);
  const options = words.map((word) => /^(\w+):(.*)$/s.exec(word)?.slice(1) ?? ['words', word]);
  return { command: first.replace(/^\//, ''), options: Object.fromEntries(options) };
}

/** Returns the id of a person's name, which is always the same. */
const idOf = (name: string): string =>
  `14${[...name]
    .reduce((sum, letter) => (sum * 31n + BigInt(letter.codePointAt(0)!)) % 10n ** 16n, 7n)
    .toString()
    .padStart(16, '0')}`;

function bodyOf(discord: Discord, api: string, path: string, shown: Shown | null): string {
  const { webhooks, commands } = discord.world.state.discord;
  const channels = [...new Set(webhooks.map(({ channel }) => channel))];
  return `<h1>Discord (simulated)</h1>
<form method="post" action="${path}/webhooks"><label>Channel<input name="channel" value="clips" maxlength="60"></label>
<div class="buttons"><button class="main">New webhook</button></div></form>
${webhooks.map(({ id, token, channel }) => webhookHtml(`${api}/webhooks/${id}/${token}`, channel, id, path)).join('')}
${channels.map((channel) => `<h2>#${escapeHtml(channel)}</h2>${discord.messagesIn(channel).slice(-SHOWN).reverse().map(messageHtml).join('')}`).join('')}
<h2>Type a command</h2>
<form method="post" action="${path}/commands"><label>As<input name="user" value="somebody" maxlength="32"></label>
<label>Command<input name="line" placeholder="/listings" maxlength="500"></label>
<div class="buttons"><button class="main">Send</button></div></form>
${shown ? `<div role="status"><b>${shown.isPrivate ? 'Only you see this' : 'Everybody sees this'}: ${shown.state}</b>${partsHtml(shown)}</div>` : ''}
<small>${commands.length === 0 ? 'No commands are registered.' : commands.map(({ name, description }) => `/${escapeHtml(name)}: ${escapeHtml(description)}`).join('<br>')}</small>`;
}

const webhookHtml = (url: string, channel: string, id: string, path: string): string =>
  `<form method="post" action="${path}/webhooks/remove"><label>Webhook URL of #${escapeHtml(channel)}<input readonly value="${escapeHtml(url)}"></label>
<input type="hidden" name="id" value="${escapeHtml(id)}"><div class="buttons"><button>Delete this webhook</button></div></form>`;

const messageHtml = (message: DiscordMessage): string =>
  `<p><small>${escapeHtml(message.postedAt)}, calls ${escapeHtml(message.calls.join(', ') || 'nobody')}</small></p>${partsHtml(message)}`;

/** Shows a message as text, because this page renders no Markdown except its escapes. */
const partsHtml = ({ content, embeds }: { content: string; embeds: unknown[] }): string =>
  [content, ...embeds.map((embed) => textOf(embed as DiscordMessage['embeds'][number]))]
    .map((text) => `<p style="white-space:pre-line">${escapeHtml(text.replace(/\\(\W)/g, '$1'))}</p>`)
    .join('');

const textOf = ({ title, url, description, fields = [], footer }: DiscordMessage['embeds'][number]): string =>
  [title, url, description, ...fields.map(({ name, value }) => `${name}: ${value}`), footer?.text]
    .filter(Boolean)
    .join('\n');
