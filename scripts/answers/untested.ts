import { type ErrorCode, errorCatalogue } from '#contract/errors.ts';
import { CODES_OF_THE_SERVER, type DeclaredRoute } from './declared.ts';

/** An answer that a test got. `code` is "ok" for a success, and null for a failure without problem details. */
export interface Answer {
  /** Method and path, as the server registers the route. */
  route: string;
  code: string | null;
  file: string;
  title: string;
}

/**
 * Matches test files whose requests are random: what they get differs between runs, and no title says which
 * answer it must be.
 */
const RANDOM = /^server\/sweeps\/|\.property\.test\.ts$/;

/** The answers of each route by their statuses, and the codes that no test got. */
export interface TestedRoute {
  name: string;
  address: string;
  /** The title of a test for each code; null when no test got it. */
  titles: Map<'ok' | ErrorCode, string | null>;
}

/** Finds a test for each declared code of each route. A file's answers count if they are the same in each run. */
export function findTests(declared: readonly DeclaredRoute[], answers: readonly Answer[]): TestedRoute[] {
  const titles = narrowestTitles(answers.filter(({ file }) => !RANDOM.test(file)));
  return declared.map(({ name, addresses, codes }) => ({
    name,
    address: addresses[0]!,
    titles: new Map(
      codes.map((code) => [
        code,
        addresses.map((address) => titles.get(`${address} ${code}`)).find(Boolean) ?? null,
      ]),
    ),
  }));
}

/** For each answer, such as "GET /api/session ok", the test that gets the fewest other answers. */
function narrowestTitles(answers: readonly Answer[]): Map<string, string> {
  const titleOf = ({ file, title }: Answer): string => `${file}: ${title}`;
  const gets = new Map<string, number>();
  for (const answer of answers) gets.set(titleOf(answer), (gets.get(titleOf(answer)) ?? 0) + 1);
  const widestFirst = answers.toSorted(
    (one, other) =>
      gets.get(titleOf(other))! - gets.get(titleOf(one))! || titleOf(other).localeCompare(titleOf(one)),
  );
  return new Map(widestFirst.map((answer) => [`${answer.route} ${answer.code}`, titleOf(answer)]));
}

const statusOf = (code: 'ok' | ErrorCode): number => (code === 'ok' ? 200 : errorCatalogue[code].status);

/** One line for each declared answer without a test. */
export const untestedAnswers = (tested: readonly TestedRoute[]): string[] =>
  tested.flatMap(({ name, address, titles }) =>
    [...titles]
      .filter(([, title]) => title === null)
      .map(([code]) => `${address} (${name}): no test gets ${statusOf(code)} ${code}`),
  );

/** One line for each refusal that a test got and that the route does not declare. */
export function undeclaredAnswers(declared: readonly DeclaredRoute[], answers: readonly Answer[]): string[] {
  const codesAt = new Map(
    declared.flatMap(({ addresses, codes }) => addresses.map((address) => [address, codes] as const)),
  );
  return answers.flatMap(({ route, code, file }) => {
    const codes: readonly string[] | undefined = codesAt.get(route);
    if (!codes || code === null || codes.includes(code) || code in CODES_OF_THE_SERVER) return [];
    return [`${route} does not declare ${code}, which ${file} got`];
  });
}

/** A table in Markdown: each route with its statuses, and the title of a test for each. */
export const testedPage = (tested: readonly TestedRoute[]): string =>
  tested
    .map(({ name, address, titles }) => {
      const rows = [...titles]
        .toSorted(([one], [other]) => statusOf(one) - statusOf(other))
        .map(([code, title]) => `- ${statusOf(code)} ${code}: ${title ?? 'NO TEST'}`);
      return `## ${address} (${name})\n\n${rows.join('\n')}\n`;
    })
    .join('\n');
