import { randomInt } from 'node:crypto';
import type { Module } from '#server/http/module.ts';
import type { Database } from '#server/infra/transaction.ts';
import type { KeepScreenshot } from '#server/modules/media/media.ts';
import type { Draw } from './audit-attestation.ts';
import { auditsJob } from './audits.job.ts';
import { type AttestationReader, readScreenshotsJob } from './read-screenshots.job.ts';
import { readTextInChild } from './read-text.ts';
import { registerAttestationRoutes } from './routes.ts';

export { eraseAttestationTexts } from './erase.ts';
export { newPictureCode } from './picture-code.ts';
export {
  answersRequest,
  closeProofRequest,
  isUndecided,
  openProofRequest,
  proofRequestOf,
  type RequestColumns,
  requestColumns,
  toRequest,
} from './proof-requests.ts';

/**
 * Creates the module of screenshots of view counts, which clippers send, software reads and people confirm.
 */
export function createAttestationsModule(deps: {
  db: Database;
  keepScreenshot: KeepScreenshot;
  readPicture: AttestationReader['readPicture'];
  /** Draws the number that decides about an audit; random unless a test injects it. */
  draw?: Draw;
}): Module {
  const { draw = () => randomInt(100) } = deps;
  return {
    name: 'attestations',
    routes: (api) => registerAttestationRoutes(api, deps.keepScreenshot, draw),
    jobs: [readScreenshotsJob({ ...deps, readText: readTextInChild() }), auditsJob(deps.db)],
  };
}
