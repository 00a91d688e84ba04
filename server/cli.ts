import { readConfig, readEnvironment } from './config.ts';
import { startFailure } from './start-failure.ts';

interface Command {
  /** One line for the list of commands. */
  says: string;
  /** Resolves with the exit code. */
  run(config: ReturnType<typeof readConfig>, args: string[]): Promise<number>;
}

/** Operator's commands by name; each calls a module's public face. */
const commands: Record<string, Command> = {};

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.error(`Name one of these commands:${Object.keys(commands).map((known) => `\n  ${known}`)}`);
  process.exit(1);
}
try {
  process.exitCode = await command.run(readConfig(readEnvironment()), args);
} catch (error) {
  console.error(startFailure(error, null));
  process.exitCode = 1;
}
