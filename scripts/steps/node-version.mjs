const needed = [20, 19];

/**
 * Returns true when this Node can run the project; otherwise prints one sentence. The syntax is old, because
 * an old Node must be able to parse it.
 */
export function nodeIsRecent(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > needed[0] || (major === needed[0] && minor >= needed[1])) return true;
  console.error(`Permille needs Node ${needed.join('.')} or newer, and this is Node ${version}.`);
  return false;
}
