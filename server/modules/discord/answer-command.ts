import { withinLimit } from '#server/http/rate-limit.ts';
import { type Answer, messageLater, messageNow, suggestions } from './answer.ts';
import { answerSubmit } from './check-post.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { answerListings, suggestListings } from './find-listings.ts';
import { endLink, linkAccount } from './link-account.ts';
import { personBehind } from './queries.ts';
import type { Typed } from './read-interaction.ts';
import { answerBalance } from './show-balance.ts';

const COMMANDS_A_MINUTE = 20;
/** A high limit, because Discord requests suggestions for each typed letter. */
const SUGGESTIONS_A_MINUTE = 120;

export interface Answered {
  reply: object;
  /**
   * Work that may take longer than the three seconds that Discord waits. Its answer replaces the immediate
   * reply.
   */
  later?: () => Promise<Answer>;
}

const now = (content: string): Answered => ({ reply: messageNow({ content }) });

/** Answers a typed command. Only the person who is linked to this Discord account gets personal answers. */
export async function answerCommand(deps: DiscordDeps, typed: Typed, at: Date): Promise<Answered> {
  const { db, appUrl } = deps;
  const { discordId, options } = typed;
  if (typed.kind === 'suggest') {
    const mayAsk = await withinLimit(db, `discord typing ${discordId}`, SUGGESTIONS_A_MINUTE);
    const words = (typed.focused === 'listing' && options.listing) || '';
    return { reply: suggestions(mayAsk ? await suggestListings(db, words) : []) };
  }
  if (!(await withinLimit(db, `discord command ${discordId}`, COMMANDS_A_MINUTE)))
    return now('That was too much at once. Try again in a minute.');
  switch (typed.command) {
    case 'listings':
      return { reply: messageNow(await answerListings(db, options.words ?? '', appUrl)) };
    case 'link':
      return now(await linkAccount(db, typed, options.code ?? '', at));
    case 'unlink':
      return now(
        (await endLink(db, { discord_id: discordId })) ? 'Unlinked.' : 'No account on Permille was linked.',
      );
    case 'balance':
    case 'submit':
      return await answerLinked(deps, typed, at);
    default:
      return now('Permille does not know this command.');
  }
}

async function answerLinked(
  deps: DiscordDeps,
  { command, discordId, options }: Typed,
  at: Date,
): Promise<Answered> {
  const { db, appUrl } = deps;
  const person = await personBehind(db, discordId);
  if (!person)
    return now(
      `Link your account first: sign in on ${appUrl}, open Settings, Discord account, and type the code here with /link.`,
    );
  if (command === 'balance') return { reply: messageNow(await answerBalance(db, person, appUrl, at)) };
  if (person.role !== 'clipper') return now('Only clippers submit posts, and this is the account of a host.');
  return { reply: messageLater, later: () => answerSubmit(deps, person.accountId, options) };
}
