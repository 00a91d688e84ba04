import { makePeople } from './prepared-people.ts';
import { prepareData } from './server.ts';

/** Runs once before all stories. Playwright requires a default export. */
export default () => prepareData(makePeople);
