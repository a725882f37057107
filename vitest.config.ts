import { defineConfig } from 'vitest/config'

/** Two kinds of tests: `unit` starts nothing, `integration` starts servers, engines and processes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.scenario.test.ts', '**/*.contract.test.ts', '**/node_modules/**'],
          // Properties and password hashes take their time on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: [
            'apps/server/src/**/*.{scenario,contract}.test.ts',
            'tests/{sdk,faults,differential,fuzz}/**/*.test.ts',
          ],
          // The vendor's server libraries look for a cloud around them, beyond loopback.
          env: { METADATA_SERVER_DETECTION: 'none' },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What a test waits for may take a while on a busy machine; it ends as soon as it is there.
          expect: { poll: { timeout: 15_000, interval: 20 } },
        },
      },
    ],
  },
})
