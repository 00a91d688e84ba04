import { expect, test } from 'vitest';
import { criticalCss } from './critical-css.mjs';

const sheet = [
  '/*! licence */@layer theme,utilities;@font-face{font-family:A;src:url(/a.woff2)}',
  '@layer theme{:root{--x:1}}',
  '@layer utilities{.flex{display:flex}.p-1\\.5{padding:6px}.\\32xl{font-size:2rem}',
  '@media (hover:hover){.hover\\:ink:hover{color:red}}',
  '.dark\\:ink:where(.dark,.dark *){color:#fff}.a.b{top:0}.unused,.after\\:content-\\[\\"\\,\\"\\]:after{top:1px}}',
].join('');
const of = (...texts: string[]) => criticalCss(sheet)(texts);
const always = '@layer theme,utilities;@font-face{font-family:A;src:url(/a.woff2)}@layer theme{:root{--x:1}}';

test('keeps rules without classes, and drops groups that become empty', () => {
  expect(of('<p>nothing</p>')).toBe(always);
});

test('keeps a rule when all classes of one of its selectors occur', () => {
  expect(of('class="flex p-1.5"')).toBe(
    `${always}@layer utilities{.flex{display:flex}.p-1\\.5{padding:6px}}`,
  );
  expect(of('"a"')).toBe(always);
  expect(of('"a"', '"b"')).toBe(`${always}@layer utilities{.a.b{top:0}}`);
  expect(of('after:content-[","]')).toContain('.after\\:content-\\[\\"\\,\\"\\]:after{top:1px}');
});

test('finds states, themes and names that begin with a digit by their escaped class', () => {
  expect(of('hover:ink')).toBe(
    `${always}@layer utilities{@media (hover:hover){.hover\\:ink:hover{color:red}}}`,
  );
  expect(of('dark:ink')).toContain('.dark\\:ink:where(.dark,.dark *){color:#fff}');
  expect(of('2xl')).toContain('font-size:2rem');
});
