/**
 * An error that the operator must fix before the start: the message is one whole sentence, shown without a
 * stack.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
