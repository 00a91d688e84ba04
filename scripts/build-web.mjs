import { main } from './steps/project.mjs';
import { buildWeb } from './steps/web.mjs';

await main(buildWeb);
// Exits explicitly, because the bundler's workers can keep a finished build running for minutes.
process.exit();
