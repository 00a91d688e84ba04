import { join } from 'node:path';
import type { DemoSimulator } from '#db/seed/demo-world.ts';
import type { Config } from './config.ts';
import type { SimulatorControl } from './http/dev-tools.ts';
import type { Clock } from './infra/clock.ts';
import {
  type Adapters,
  createAdapters,
  type PlatformEndpoints,
  type PlatformKeys,
  platformEndpoints,
  standInKeys,
} from './modules/connections/connections.ts';

/** The outside platforms as this installation reaches them. */
export interface OpenPlatforms {
  adapters: Adapters;
  endpoints: PlatformEndpoints;
  /** What tools may ask of the stand-in; null outside demo mode. */
  simulator: (SimulatorControl & DemoSimulator) | null;
  stop(): Promise<void>;
}

/** In demo mode the built-in stand-in answers for every platform; else those with keys are asked themselves. */
export async function openPlatforms(config: Config, clock: Clock): Promise<OpenPlatforms> {
  if (!config.demo) {
    const { youtube, tiktok, instagram, twitch } = config;
    return connectTo(
      { youtube, tiktok, instagram, twitch },
      platformEndpoints(config.endpoints, null),
      clock,
    );
  }
  const { startSimulator } = await import('#simulator/simulator.ts');
  const simulator = await startSimulator({ clock, stateFile: join(config.dataDir, 'simulator.json') });
  const endpoints = platformEndpoints(config.endpoints, simulator.urls);
  return {
    ...connectTo(standInKeys, endpoints, clock),
    simulator: simulator.control,
    stop: () => simulator.stop(),
  };
}

const connectTo = (keys: PlatformKeys, endpoints: PlatformEndpoints, clock: Clock): OpenPlatforms => ({
  adapters: createAdapters(keys, endpoints, clock),
  endpoints,
  simulator: null,
  stop: async () => undefined,
});
