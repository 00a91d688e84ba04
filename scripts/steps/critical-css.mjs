/** Matches at-rules that contain other rules. */
const groups = /^@(?:layer|media|supports|container)\b/;

/**
 * Reads a minified style sheet. Returns a function that gives the part which a page can use, in the sheet's
 * order: rules without classes, and rules whose classes all occur in `texts`, which are the page's HTML or
 * the scripts that render it.
 */
export function criticalCss(css) {
  const sheet = rulesOf(css.replaceAll(/\/\*[\s\S]*?\*\//g, ''));
  return (texts) => {
    const known = new Map([['dark', true]]);
    const occurs = (name) => {
      if (!known.has(name))
        known.set(
          name,
          texts.some((text) => text.includes(name)),
        );
      return known.get(name);
    };
    const keep = (rules) =>
      rules
        .map(({ head, body, rules: inner, needs }) => {
          if (inner) return block(head, keep(inner));
          return body === undefined
            ? head
            : needs.some((names) => names.every(occurs))
              ? block(head, body)
              : '';
        })
        .join('');
    return keep(sheet);
  };
}

const block = (head, body) => (body ? `${head}{${body}}` : '');

/**
 * Splits "a{…}@media x{b{…}}@layer c;" into its parts; `needs` are the classes in each of a rule's selectors.
 */
function rulesOf(css) {
  const rules = [];
  let start = 0;
  let open = -1;
  let depth = 0;
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    if (sign === '{') {
      if (depth++ === 0) open = index;
    } else if (sign === '}') {
      if (--depth > 0) continue;
      rules.push(ruleOf(css.slice(start, open), css.slice(open + 1, index)));
      start = index + 1;
    } else if (depth === 0) {
      rules.push({ head: css.slice(start, index + 1) });
      start = index + 1;
    }
  }
  return rules;
}

function ruleOf(head, body) {
  if (groups.test(head)) return { head, rules: rulesOf(body) };
  return { head, body, needs: head.startsWith('@') ? [[]] : selectors(head).map(classes) };
}

/** Splits selectors at commas, except within brackets. A comma in a class name is escaped. */
const selectors = (head) => head.match(/(?:\\.|\((?:\\.|[^()\\]|\([^()]*\))*\)|[^,\\(])+/g) ?? [];

const classes = (selector) =>
  [...selector.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g)].map(([, name]) =>
    name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/g, (_, code, sign) =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : sign,
    ),
  );
