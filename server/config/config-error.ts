/** A start that the operator must fix: the message is one whole sentence, shown without a stack. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
