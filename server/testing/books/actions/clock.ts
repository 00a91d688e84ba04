import type { Action } from '../world.ts';

export const wait: Action = {
  name: 'time passes',
  weight: 10,
  async run(w) {
    const hours = w.dice.oneOf([1, 3, 8, 13, 24, 24]);
    w.now = await w.stage.advance(hours * 60);
    return `${hours} hours pass`;
  },
};

/** Lets exactly these hours pass. */
export const pass = (hours: number): Action => ({
  name: 'time passes',
  weight: 0,
  async run(w) {
    w.now = await w.stage.advance(hours * 60);
    return `${hours} hours pass`;
  },
});

const THURSDAY = 4;

/** Lets a day pass unless it is Thursday. */
export const untilThursday: Action = {
  name: 'time passes',
  weight: 0,
  async run(w) {
    if (w.now.getUTCDay() === THURSDAY) return null;
    w.now = await w.stage.advance(24 * 60);
    return 'a day passes';
  },
};
