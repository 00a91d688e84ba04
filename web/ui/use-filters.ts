import { useSearchParams } from 'react-router';

/** The filters of the open tab as they stand in the address: kept by a reload, by back and forward, and in a link. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  return {
    /** Empty where it is not set. */
    read: (name: string): string => params.get(name) ?? '',
    /** One of these words; undefined for anything else. */
    one: <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
      words.find((word) => word === params.get(name)),
    change: (part: Record<string, string>): void =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [name, value] of Object.entries(part)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}

/** Without the empty ones, for a query. */
export const given = <Part extends Record<string, string | undefined>>(
  part: Part,
): { [Name in keyof Part]?: NonNullable<Part[Name]> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value)) as {
    [Name in keyof Part]?: NonNullable<Part[Name]>;
  };
