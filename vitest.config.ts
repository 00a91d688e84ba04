import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{contract,server,db,simulator,web,scripts,bench}/**/*.test.{ts,tsx}', '*.test.ts'],
    exclude: ['e2e/**', 'node_modules/**', 'dist/**'],
    globalSetup: ['server/infra/test-cluster.ts'],
    passWithNoTests: true,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
