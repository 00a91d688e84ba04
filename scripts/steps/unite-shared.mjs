/** What one request less is worth to a page, in bytes of a script before compression: some milliseconds of a browser's work. */
const REQUEST_BYTES = 8_000;
/** How much more a byte weighs for whoever comes for the first time, and has nothing of the app yet. */
const STRANGER = 10;

/**
 * Says which modules that several pages share come in one file. The bundler makes a file for each set of pages that share
 * something: sixty to ninety for one page of members, most below a kilobyte. From there, the two files whose union saves most are
 * united, again and again: a page that needs both is spared a request, a page that needs one loads the bytes of the other.
 * No page's own file is united, and no two that would import each other by way of a third.
 * @param chunks what the bundler makes by itself, by file: `{ isEntry, isDynamicEntry, imports, code, moduleIds }`
 * @param visits what is loaded together: `{ files: Set, isFirst }`, `isFirst` where somebody may have nothing of the app yet
 * @returns the name of the file for each module that is united with others
 */
export function uniteShared(chunks, visits) {
  let units = Object.entries(chunks)
    .filter(([, { isEntry, isDynamicEntry }]) => !isEntry && !isDynamicEntry)
    .map(([file, { code }]) => ({
      files: [file],
      bytes: code.length,
      isIn: visits.map(({ files }) => files.has(file)),
    }));
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
    const united = union(best);
    const isLeft = (unit) => unit !== best.one && unit !== best.other;
    units = units.filter(isLeft);
    pairs = pairs
      .filter(({ one, other }) => isLeft(one) && isLeft(other))
      .concat(units.map((unit) => pairOf(unit, united)).filter(isWorthIt));
    units.push(united);
  }
  return namesOf(chunks, units);
}

/** What all visits are spared, in bytes, when these two come as one. */
function savedBy(one, other, visits) {
  return visits.reduce((sum, { isFirst }, nth) => {
    const weight = isFirst ? STRANGER : 1;
    if (one.isIn[nth] && other.isIn[nth]) return sum + REQUEST_BYTES;
    if (one.isIn[nth]) return sum - weight * other.bytes;
    return other.isIn[nth] ? sum - weight * one.bytes : sum;
  }, 0);
}

const union = ({ one, other }) => ({
  files: [...one.files, ...other.files],
  bytes: one.bytes + other.bytes,
  isIn: one.isIn.map((isIn, nth) => isIn || other.isIn[nth]),
});

/** Whether a third script is imported by one of the two and imports one of them. */
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
