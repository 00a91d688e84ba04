import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,server,db,simulator,web,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['e2e/**', 'node_modules/**', 'dist/**'],
    globalSetup: ['server/testing/cluster.ts'],
    setupFiles: ['server/testing/properties.ts', 'scripts/answers/record.ts'],
    // Each test has its own database, and none mocks our modules, so the files of a worker can share imported
    // modules.
    isolate: false,
    // One more than the number of cores, because a test waits for its database a seventh of the time.
    maxWorkers: availableParallelism() + 1,
    passWithNoTests: true,
    // A busy machine must not fail a test; only a test that hangs reaches this limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
