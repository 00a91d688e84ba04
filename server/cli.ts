import { runCommand } from './cli/run-command.ts';
import { readEnvironment } from './config.ts';
import { startFailure } from './start-failure.ts';

const [name = '', ...args] = process.argv.slice(2);
try {
  const print = (line: string) => console.log(line);
  process.exitCode = await runCommand({ name, args, env: readEnvironment(), print });
} catch (error) {
  console.error(startFailure(error, null));
  process.exitCode = 1;
}
