import { main } from './steps/project.mjs';
import { buildWeb } from './steps/web.mjs';

await main(buildWeb);
// The bundler's workers have kept a finished build alive for minutes on a busy machine.
process.exit();
