import { z } from 'zod';

const instant = z.iso.datetime();

const embed = z.object({
  title: z.string().optional(),
  url: z.string().optional(),
  description: z.string().optional(),
  color: z.number().optional(),
  fields: z
    .array(z.object({ name: z.string(), value: z.string(), inline: z.boolean().optional() }))
    .optional(),
  image: z.object({ url: z.string() }).optional(),
  footer: z.object({ text: z.string() }).optional(),
});
export type SimulatedEmbed = z.infer<typeof embed>;

const message = z.object({
  id: z.string(),
  channelId: z.string(),
  /** The thread of the channel; null for the channel itself. */
  threadId: z.string().nullable(),
  content: z.string(),
  embeds: z.array(embed),
  /** The mentions that notify people: "everyone" or ids. */
  calls: z.array(z.string()),
  postedAt: instant,
});
export type DiscordMessage = z.infer<typeof message>;

const webhook = z.object({
  id: z.string(),
  token: z.string(),
  channelId: z.string(),
  channel: z.string(),
  /** Whether the channel is a forum, which accepts messages in threads only. */
  isForum: z.boolean(),
});
export type DiscordWebhook = z.infer<typeof webhook>;

const option = z.object({
  type: z.number(),
  name: z.string(),
  description: z.string(),
  required: z.boolean().optional(),
  autocomplete: z.boolean().optional(),
});

const command = z.object({ name: z.string(), description: z.string(), options: z.array(option).default([]) });
export type DiscordCommand = z.infer<typeof command>;

export const discordState = z.object({
  made: z.number(),
  webhooks: z.array(webhook),
  messages: z.array(message),
  commands: z.array(command),
});

export const emptyDiscord = (): z.infer<typeof discordState> => ({
  made: 0,
  webhooks: [],
  messages: [],
  commands: [],
});
