import { writeFileSync } from 'node:fs';
import { everyRoute } from '#contract/every-route.ts';
import { clientFiles } from './client-files.ts';

for (const [path, text] of Object.entries(clientFiles(everyRoute))) writeFileSync(path, text);
