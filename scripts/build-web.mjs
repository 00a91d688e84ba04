import { main } from './steps/project.mjs';
import { buildWeb } from './steps/web.mjs';

await main(buildWeb);
