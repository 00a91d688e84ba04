import { TextInput, type TextInputProps } from './text-input.tsx';

/**
 * An input for dollars as text ("300.00"). The form keeps the typed text, which `parseUsd` of
 * contract/money.ts parses.
 */
export function MoneyInput({ suffix = 'USD', ...rest }: Omit<TextInputProps, 'type' | 'prefix' | 'lead'>) {
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      prefix="$"
      suffix={suffix}
    />
  );
}
