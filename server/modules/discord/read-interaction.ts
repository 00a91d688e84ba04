import { z } from 'zod';

const snowflake = z.string().regex(/^\d{15,25}$/);
const user = z.object({ id: snowflake, username: z.string().max(100) });

const ping = z.object({ type: z.literal(1), application_id: snowflake });
const asked = z.object({
  /** Discord's types: 2 is a command, 4 an option that is being typed. */
  type: z.union([z.literal(2), z.literal(4)]),
  application_id: snowflake,
  token: z.string().regex(/^[\w.-]{1,500}$/),
  member: z.object({ user }).optional(),
  user: user.optional(),
  data: z.object({
    name: z.string(),
    options: z
      .array(z.object({ name: z.string(), value: z.unknown().optional(), focused: z.boolean().optional() }))
      .max(25)
      .default([]),
  }),
});

/** A typed command or option. */
export interface Typed {
  kind: 'command' | 'suggest';
  /** The token that identifies the message for a later answer. */
  token: string;
  discordId: string;
  discordName: string;
  command: string;
  options: Record<string, string>;
  /** The option that is being typed. */
  focused: string | null;
}

type Interaction = { kind: 'ping' } | Typed;

/** Parses an interaction that Discord sent to this application; null if its form is unknown. */
export function readInteraction(raw: Buffer, applicationId: string): Interaction | null {
  const body = parsed(raw);
  const pinged = ping.safeParse(body);
  if (pinged.success) return pinged.data.application_id === applicationId ? { kind: 'ping' } : null;
  const read = asked.safeParse(body);
  if (!read.success || read.data.application_id !== applicationId) return null;
  const { type, token, member, user: direct, data } = read.data;
  const who = member?.user ?? direct;
  if (!who) return null;
  return {
    kind: type === 2 ? 'command' : 'suggest',
    token,
    discordId: who.id,
    discordName: who.username,
    command: data.name,
    options: Object.fromEntries(
      data.options.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
    focused: data.options.find(({ focused }) => focused)?.name ?? null,
  };
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
