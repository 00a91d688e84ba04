import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { Stream } from '../random.ts';
import type { AudienceShape } from './audience.ts';
import type { Drop, Layer } from './growth.ts';

/** The input from which a scenario makes a post's growth. */
export interface Scene {
  stream: Stream;
  /** The random numbers that all clips of a group share. */
  groupStream: Stream;
  platform: PostPlatform;
  views: number;
  people(shape: Partial<AudienceShape>): Layer;
}

export interface Scenario {
  fraud: boolean;
  says: string;
  build(scene: Scene): { layers: Layer[]; drops?: Drop[]; absence?: Absence };
}

/**
 * The hours since the post in which the post is unavailable. It was deleted by mistake or taken down, then
 * restored with its counts.
 */
export interface Absence {
  fromHours: number;
  toHours: number;
}
