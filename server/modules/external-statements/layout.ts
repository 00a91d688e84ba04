import { createHash } from 'node:crypto';
import {
  type StatementMapping,
  type StatementTable,
  statementMapping,
} from '#contract/external-statements/statement-preview.ts';

/** A mapping that was saved for files with certain column names. */
export interface Layout {
  id: string;
  bank: string;
  savedAt: Date;
  headerKey: string;
  mapping: StatementMapping;
}

/** An admin's instructions for reading a file, and the saved layouts of earlier files. */
export interface Instructions {
  mapping?: StatementMapping | undefined;
  layoutId?: string | undefined;
  layouts: readonly Layout[];
}

export const NO_INSTRUCTIONS: Instructions = { layouts: [] };

/** A mapping without choices: column names and cells decide how the file is read. */
export const UNMAPPED: StatementMapping = statementMapping.parse({});

export const headerKeyOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((cell) => cell.trim())))
    .digest('hex');

/** Whether a layout is for files with these column names. */
export const isKnownHeader = ({ layouts }: Instructions, header: readonly string[]): boolean => {
  if (layouts.length === 0) return false;
  const key = headerKeyOf(header);
  return layouts.some(({ headerKey }) => headerKey === key);
};

export interface Chosen {
  mapping: StatementMapping;
  /** The layout in use; null if none. */
  layout: Layout | null;
  /** All layouts for the same column names. */
  candidates: Layout[];
}

/**
 * Chooses how a file with these column names is read. If several layouts have the same names, none is chosen,
 * because they may be of different banks.
 */
export function choose({ mapping, layoutId, layouts }: Instructions, header: readonly string[]): Chosen {
  const key = headerKeyOf(header);
  const candidates = layouts.filter(({ headerKey }) => headerKey === key);
  if (mapping) return { mapping, layout: null, candidates };
  const named = candidates.find(({ id }) => id === layoutId);
  const layout = named ?? (candidates.length === 1 ? candidates[0]! : null);
  return { mapping: layout?.mapping ?? UNMAPPED, layout, candidates };
}

/** A file's table as its reader found it, with the layout that was applied. */
export interface SeenTable extends Chosen {
  header: string[];
  table: StatementTable;
}
