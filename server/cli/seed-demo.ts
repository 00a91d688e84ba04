import { archiveDemo } from '#db/seed/archive-demo.ts';
import { oneAtATime } from '#server/infra/one-at-a-time.ts';
import type { Command } from './command.ts';

export const seedDemo: Command = {
  says: 'seed-demo            puts the demo accounts aside; the server gives them their history anew',
  async run({ db, mode, print }) {
    if (mode !== 'demo') {
      print('There are no demo accounts here: only MODE=demo has them.');
      return 1;
    }
    await oneAtATime(db, 'demo', () => archiveDemo(db, new Date()));
    print(
      'The demo accounts start anew: within seconds where the server runs without dev tools, else with its next start.',
    );
    return 0;
  },
};
