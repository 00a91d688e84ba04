import { useSearchParams } from 'react-router';

/**
 * Filters of the open tab, stored in the address so that reload, back, forward and links preserve them.
 * @param scope prefix of their names on a page with several lists
 */
export function useFilters(scope?: string) {
  const [params, setParams] = useSearchParams();
  const named = (name: string) => (scope ? `${scope}-${name}` : name);
  return {
    /** Empty when it is not set. */
    read: (name: string): string => params.get(named(name)) ?? '',
    /** One of these values; undefined for any other. */
    one: <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
      words.find((word) => word === params.get(named(name))),
    change: (part: Record<string, string>): void =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(part)) {
            if (value) next.set(named(name), value);
            else next.delete(named(name));
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** Removes the empty values, for a query. */
export const given = <Part extends Record<string, string | undefined>>(
  part: Part,
): { [Name in keyof Part]?: NonNullable<Part[Name]> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value)) as {
    [Name in keyof Part]?: NonNullable<Part[Name]>;
  };
