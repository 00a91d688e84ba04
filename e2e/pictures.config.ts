import { defineConfig } from '@playwright/test';
import stories from '../playwright.config.ts';

/** `npm run screenshots`: the README's pictures, made by the product itself. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: ['readme.pictures.ts', 'looks.story.ts'],
  outputDir: '../test-results/pictures',
});
