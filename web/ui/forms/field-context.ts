import { createContext, type ReactNode, useContext } from 'react';

export interface FieldWiring {
  label: ReactNode;
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldWiring | null>(null);

/**
 * Returns the attributes that connect an input with the label, hint and error of the surrounding `Field`.
 * Props of the input take precedence.
 */
export function useFieldWiring(own: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
}) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  };
}
