import type { FormError } from './check-message.ts';

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns Discord's errors of an application's commands. */
export function checkCommands(body: unknown): FormError[] {
  if (!Array.isArray(body) || body.length > 100)
    return [{ path: 'commands', code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 100 or fewer in length.' }];
  const names = body.map((command) => String(command?.name));
  const errors = body.flatMap((command, at) => checkNamed(command, String(at)));
  if (new Set(names).size < names.length)
    errors.push({
      path: 'commands',
      code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
      message: 'Names must be unique.',
    });
  return errors;
}

function checkNamed(given: unknown, path: string): FormError[] {
  if (!isFields(given))
    return [{ path, code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' }];
  const { name, description, options } = given;
  const errors: FormError[] = [];
  if (typeof name !== 'string' || !NAME.test(name) || name !== name.toLowerCase())
    errors.push({
      path: `${path}.name`,
      code: 'APPLICATION_COMMAND_INVALID_NAME',
      message: 'Command name is invalid',
    });
  if (typeof description !== 'string' || description.length < 1 || description.length > 100)
    errors.push({
      path: `${path}.description`,
      code: 'BASE_TYPE_BAD_LENGTH',
      message: 'Must be between 1 and 100 in length.',
    });
  const list = Array.isArray(options) ? options : [];
  if (list.length > 25)
    errors.push({
      path: `${path}.options`,
      code: 'BASE_TYPE_MAX_LENGTH',
      message: 'Must be 25 or fewer in length.',
    });
  const isRequired = list.map((option) => Boolean(option?.required));
  if (isRequired.some((required, at) => required && !(isRequired[at - 1] ?? true)))
    errors.push({
      path: `${path}.options`,
      code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
      message: 'Required options must be placed before non-required options',
    });
  return [...errors, ...list.flatMap((option, at) => checkNamed(option, `${path}.options.${at}`))];
}
