import { auditDependencies } from './steps/audit.mjs';
import { installWhenStale } from './steps/install.mjs';
import { main, StepFailed } from './steps/project.mjs';

await main(async () => {
  await installWhenStale();
  const { answered, found } = await auditDependencies();
  if (!answered)
    throw new StepFailed(
      'The package registry did not answer, so nobody has looked for known holes in the dependencies. Run this again where it answers, before the release.',
    );
  if (found.length > 0)
    throw new StepFailed(['Dependencies with known holes; update them first:', ...found].join('\n'));
  console.log('No known holes in the dependencies.');
});
