import { mkdirSync, writeFileSync } from 'node:fs';
import { errorCatalogue } from '#contract/errors.ts';
import { errorsDocument } from './tidy/error-catalogue.ts';

mkdirSync('docs', { recursive: true });
writeFileSync('docs/errors.md', errorsDocument(errorCatalogue));
