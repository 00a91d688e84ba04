import type { PostPlatform } from '#contract/platforms/platforms.ts';
import type { AudienceShape } from './audience.ts';
import type { Drop, Layer } from './growth.ts';
import type { Stream } from './random.ts';

/** Input of a scenario. */
export interface Scene {
  stream: Stream;
  /** Draws shared by all clips of a group. */
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

/** Hours since the post in which it is unavailable: deleted by mistake or taken down, then restored with its counts. */
export interface Absence {
  fromHours: number;
  toHours: number;
}
