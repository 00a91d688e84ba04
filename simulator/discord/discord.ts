import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { World } from '../world.ts';
import { nextOpaque } from '../world.ts';
import type { DiscordCommand, DiscordMessage, DiscordWebhook } from './state.ts';

/** Discord's ids contain the milliseconds since this moment, the start of 2015. */
const EPOCH = Date.UTC(2015, 0, 1);
const TOKEN_LIVES_MS = 15 * 60_000;

/** A command sent to the application, and its answer so far. */
export interface Asked {
  token: string;
  until: number;
  /** The state of the answer; null until the application has answered. */
  state: 'thinking' | 'answered' | null;
  isPrivate: boolean;
  content: string;
  embeds: unknown[];
  /** Resolves when the application edits its answer. */
  whenEdited: Promise<void>;
  edited: () => void;
}

/** Discord with one application, for as long as this process runs. Its persisted part is in the state. */
export class Discord {
  readonly world: World;
  readonly applicationId = '1100000000000000001';
  readonly botToken = 'simulated-bot-token';
  readonly privateKey: KeyObject;
  /** The public key, in hexadecimal. */
  readonly publicKey: string;
  /** The application's URL for commands; null without one. */
  target: string | null;
  /** Times of each webhook's recent calls. */
  readonly calls = new Map<string, number[]>();
  readonly asked = new Map<string, Asked>();

  constructor(world: World, target: string | null) {
    this.world = world;
    this.target = target;
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.privateKey = privateKey;
    const { x = '' } = publicKey.export({ format: 'jwk' });
    this.publicKey = Buffer.from(x, 'base64url').toString('hex');
  }

  now(): number {
    return this.world.clock.now().getTime();
  }

  nextId(): string {
    this.world.state.discord.made += 1;
    return String((BigInt(this.now() - EPOCH) << 22n) + BigInt(this.world.state.discord.made));
  }

  async makeWebhook(channel: string, isForum = false): Promise<DiscordWebhook> {
    const token = nextOpaque(this.world, 'discord', 68);
    const webhook = { id: this.nextId(), token, channelId: this.nextId(), channel, isForum };
    this.world.state.discord.webhooks.push(webhook);
    await this.world.save();
    return webhook;
  }

  /** Registers commands as the application's owner does. */
  register(
    commands: readonly { name: string; description: string; options?: DiscordCommand['options'] }[],
  ): void {
    this.world.state.discord.commands = commands.map(({ options = [], ...one }) => ({ ...one, options }));
  }

  /** Deletes the webhook as a person does in the channel's settings. */
  async removeWebhook(id: string): Promise<void> {
    const { discord } = this.world.state;
    discord.webhooks = discord.webhooks.filter((one) => one.id !== id);
    await this.world.save();
  }

  messagesIn(channel: string): DiscordMessage[] {
    const { webhooks, messages } = this.world.state.discord;
    const ids = webhooks.filter((one) => one.channel === channel).map(({ channelId }) => channelId);
    return messages.filter(({ channelId }) => ids.includes(channelId));
  }

  /** Creates a command, which the application may answer for a quarter of an hour. */
  ask(): Asked {
    const token = nextOpaque(this.world, 'discord', 60);
    let edited = (): void => undefined;
    const whenEdited = new Promise<void>((resolve) => (edited = resolve));
    const asked: Asked = {
      ...{ whenEdited, edited },
      token,
      until: this.now() + TOKEN_LIVES_MS,
      state: null,
      isPrivate: false,
      content: '',
      embeds: [],
    };
    this.asked.set(token, asked);
    return asked;
  }
}
