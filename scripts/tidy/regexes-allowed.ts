export interface AllowedRegex {
  /** The path of a file, or a prefix of the paths of several files. */
  path: string;
  /** The beginning of the pattern's source; absent when all patterns of these files are allowed. */
  begins?: string;
  /** A sentence about the bound of the input's length, and about who writes that input. */
  bound: string;
}

/** Regular expressions that may take polynomial time, or that are built at run time, each with its reason. */
export const allowedRegexes: readonly AllowedRegex[] = [
  {
    path: 'scripts/',
    bound: 'Only developers run them, on files of this tree and of its build; the longest has 3 MB.',
  },
  {
    path: 'db/types-gen.ts',
    begins: 'new RegExp(`^CHECK',
    bound: 'Only developers run it, on constraints of our own migrations; none has 2 kB.',
  },
  {
    path: 'server/http/documents.ts',
    begins: 'new RegExp(`^',
    bound:
      'The path of a request has at most 8 KiB (listener.ts). Between slashes the pattern has names and [^/]+, so no two neighbours match the same character.',
  },
];
