import { MINUTE, MovableClock } from '#server/infra/clock.ts';
import { simulatorKeys } from '#server/modules/connections/connections.ts';
import { createAdapters } from '#server/modules/connections/platforms/adapters.ts';
import { platformEndpoints } from '#server/modules/connections/platforms/services.ts';
import { signedHeaders, type Typed, timestampOf, type } from '#simulator/discord/interact.ts';
import { startSimulator } from '#simulator/simulator.ts';
import { createActor, createTestServer, type TestActor } from './actor.ts';
import { testDatabase } from './database.ts';
import { testModules } from './modules.ts';

/** The simulated Discord, our server as its application, and people on both sides. */
export async function discordWorld() {
  const clock = new MovableClock({ frozenAt: new Date('2026-03-02T10:00:00Z') });
  const database = await testDatabase();
  const { db } = database;
  const simulator = await startSimulator({ clock, stateFile: null });
  const endpoints = platformEndpoints({}, simulator.urls);
  const adapters = createAdapters(simulatorKeys, endpoints, clock);
  const modules = testModules(db, clock, ['listings', 'submissions', 'earnings', 'discord'], {
    env: { MODE: 'demo', DEV_TOOLS: '1' },
    platforms: { adapters, endpoints, keys: simulatorKeys, discord: simulator.discord },
  });
  const server = await createTestServer({ db, clock, modules });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const { onDiscord } = simulator;
  onDiscord.target = `${address}/webhooks/discord`;

  const post = (body: string, headers: Record<string, string>) =>
    fetch(onDiscord.target!, { method: 'POST', body, headers });
  const call = async (who: TestActor, method: 'GET' | 'POST' | 'DELETE', path: string) => {
    const reply = await server.inject({ method, url: `/api/${path}`, headers: who.headers });
    return { status: reply.statusCode, ...reply.json() };
  };

  return {
    ...{ db, clock, server, simulator, onDiscord, call },
    person: (role: 'host' | 'clipper', username: string) => createActor(db, { role, username }),
    /** Types a command as a Discord user. */
    type: (
      userId: string,
      command: string,
      options: Record<string, string> = {},
      more: Partial<Typed> = {},
    ) => type(onDiscord, { userId, userName: `name${userId.slice(-2)}`, command, options, ...more }),
    /** Links a Discord account by a code of that person. */
    async link(who: TestActor, userId: string): Promise<string> {
      const { code } = await call(who, 'POST', 'discord-link/code');
      return (
        await type(onDiscord, {
          userId,
          userName: `name${userId.slice(-2)}`,
          command: 'link',
          options: { code },
        })
      ).content;
    },
    /** Posts a body signed like Discord's requests, or with other headers. */
    send(body: string, headers: Record<string, string> = {}, agoMinutes = 0): Promise<Response> {
      const timestamp = String(Number(timestampOf(onDiscord)) - (agoMinutes * MINUTE) / 1_000);
      return post(body, { ...signedHeaders(onDiscord, { body, timestamp }), ...headers });
    },
    async close(): Promise<void> {
      await server.close();
      await simulator.stop();
      await database.close();
    },
  };
}

export type DiscordWorld = Awaited<ReturnType<typeof discordWorld>>;
