import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,server,db,simulator,web,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['e2e/**', 'node_modules/**', 'dist/**'],
    globalSetup: ['server/testing/cluster.ts'],
    setupFiles: ['server/testing/properties.ts'],
    // Every test has a database of its own and nothing replaces our modules, so files of a worker share what they import.
    isolate: false,
    // One more than there are cores, because a test waits for its database a seventh of the time.
    maxWorkers: availableParallelism() + 1,
    passWithNoTests: true,
    // A busy machine is no failure; only what hangs ends here.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
