import { closure } from './chunks.mjs';

/** Bytes of uncompressed script that cost as much as one request: some milliseconds of a browser's work. */
const REQUEST_BYTES = 8_000;
/** Weight of a byte on a first visit, because such a browser has cached nothing of the app. */
const STRANGER = 10;

/**
 * Chooses modules that share a file. The bundler makes a file for each set of pages that share something:
 * sixty to ninety for one page of members, most below a kilobyte. Repeatedly, the two files whose merge saves
 * most are merged: a page that needs both saves a request, a page that needs one loads the other's bytes too,
 * and those of everything that the other imports.
 * No page's own file is merged, and no two files that would import each other through a third.
 * @param chunks the bundler's files: `{ isEntry, isDynamicEntry, imports, code, moduleIds }`
 * @param visits scripts that are loaded together: `{ files: Set, isFirst }`, `isFirst` when the browser may
 * have nothing of the app yet
 * @returns the file's name for each merged module
 */
export function uniteShared(chunks, visits) {
  const unitOf = (files, isIn) => {
    const loaded = files.reduce((seen, file) => closure(chunks, file, seen), new Set());
    // Bytes that each visit would load in addition if it needed this unit.
    const more = visits.map((visit, nth) => (isIn[nth] ? 0 : bytesBeyond(chunks, loaded, visit.files)));
    return { files, isIn, more };
  };
  let units = Object.entries(chunks)
    .filter(([, { isEntry, isDynamicEntry }]) => !isEntry && !isDynamicEntry)
    .map(([file]) =>
      unitOf(
        [file],
        visits.map(({ files }) => files.has(file)),
      ),
    );
  const pairOf = (one, other) => ({ one, other, saved: savedBy(one, other, visits) });
  const isWorthIt = ({ saved }) => saved > 0;
  let pairs = units
    .flatMap((one, nth) => units.slice(nth + 1).map((other) => pairOf(one, other)))
    .filter(isWorthIt);
  while (pairs.length > 0) {
    const best = pairs.reduce((most, pair) => (pair.saved > most.saved ? pair : most));
    if (isCircle(chunks, units, best)) {
      pairs = pairs.filter((pair) => pair !== best);
      continue;
    }
    const { one, other } = best;
    const united = unitOf(
      [...one.files, ...other.files],
      one.isIn.map((isIn, nth) => isIn || other.isIn[nth]),
    );
    const isLeft = (unit) => unit !== best.one && unit !== best.other;
    units = units.filter(isLeft);
    pairs = pairs
      .filter((pair) => isLeft(pair.one) && isLeft(pair.other))
      .concat(units.map((unit) => pairOf(unit, united)).filter(isWorthIt));
    units.push(united);
  }
  return namesOf(chunks, units);
}

/** Returns the bytes that all visits together save when these two files are merged. */
function savedBy(one, other, visits) {
  return visits.reduce((sum, { isFirst }, nth) => {
    const weight = isFirst ? STRANGER : 1;
    if (one.isIn[nth] && other.isIn[nth]) return sum + REQUEST_BYTES;
    if (one.isIn[nth]) return sum - weight * other.more[nth];
    return other.isIn[nth] ? sum - weight * one.more[nth] : sum;
  }, 0);
}

function bytesBeyond(chunks, loaded, known) {
  let bytes = 0;
  for (const file of loaded) if (!known.has(file)) bytes += chunks[file].code.length;
  return bytes;
}

/** Whether a third script imports one of the two files and is imported by the other. */
function isCircle(chunks, units, { one, other }) {
  const both = [...one.files, ...other.files];
  const together = (file) => units.find(({ files }) => files.includes(file))?.files ?? [file];
  const importedBy = (files) => files.flatMap((file) => chunks[file].imports);
  const seen = new Set();
  const waiting = importedBy(both).filter((file) => !both.includes(file));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (both.includes(file)) return true;
    if (seen.has(file)) continue;
    for (const part of together(file)) seen.add(part);
    waiting.push(...importedBy(together(file)));
  }
  return false;
}

function namesOf(chunks, units) {
  const names = new Map();
  for (const [nth, { files }] of units.filter(({ files }) => files.length > 1).entries())
    for (const id of files.flatMap((file) => chunks[file].moduleIds)) names.set(id, `shared-${nth}`);
  return names;
}
