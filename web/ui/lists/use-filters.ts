import { useSearchParams } from 'react-router';

/**
 * Returns the filters in the page's address, which survive reload, back, forward and sharing the link.
 * @param scope prefix of the filters' names on a page with several lists
 */
export function useFilters(scope?: string) {
  const [params, setParams] = useSearchParams();
  const named = (name: string) => (scope ? `${scope}-${name}` : name);
  return {
    /** Returns the filter's value; empty if it is not set. */
    read: (name: string): string => params.get(named(name)) ?? '',
    /** Returns the filter's value if it is one of these, and otherwise undefined. */
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

/** Returns the values that are not empty, for a query. */
export const given = <Part extends Record<string, string | undefined>>(
  part: Part,
): { [Name in keyof Part]?: NonNullable<Part[Name]> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value)) as {
    [Name in keyof Part]?: NonNullable<Part[Name]>;
  };
