const needed = [20, 19];

/**
 * True when this Node can run the project; otherwise prints one sentence. Old syntax on purpose: an old Node
 * must parse it.
 */
export function nodeIsRecent(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return true;
  console.error(`Permille needs Node ${needed.join('.')} or newer, and this is Node ${version}.`);
  return false;
}
