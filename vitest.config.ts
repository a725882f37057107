import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findTestBrowser } from './scripts/find-browser.mjs'

const executablePath = findTestBrowser()

const integration = {
  // The vendor's server libraries look for a cloud around them, beyond loopback.
  env: { METADATA_SERVER_DETECTION: 'none' },
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What a busy machine upset passes when it is asked again; the end of `npm test` names it.
  retry: 1,
  // What a test waits for may take a while on a busy machine; it ends as soon as it is there.
  expect: { poll: { timeout: 15_000, interval: 20 } },
}

/** Tests that measure time or memory, or whose process has to be theirs alone: its flags, what it holds, its handshakes and watched files. */
const measured = [
  'apps/server/src/persistence/sqlite/wasm-wrappers.scenario.test.ts',
  'apps/server/src/**/{worst-bodies,worst-forms,failure-padding,short-lived-requests,ended-streams,index-files}.scenario.test.ts',
  'apps/server/src/http/handshake-turns.scenario.test.ts',
  'tests/faults/{held-loop,held-loop-documents,http2-floods,large-files,message-memory-attacks}.test.ts',
]

/**
 * Four kinds of tests: `unit` starts nothing, `component` renders parts of the console in a browser without a server, `integration` starts
 * servers, engines and processes, `measured` does the same with a process for each file, after all others.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['**/*.{scenario,contract}.test.ts', '**/*.component.test.tsx', '**/node_modules/**'],
          maxWorkers: '100%',
          // The files of a worker share its process, which has loaded their modules then: a test leaves nothing global behind.
          isolate: false,
          // Properties and password hashes take their time on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        plugins: [tailwindcss()],
        // Libraries are bundled before the first test. One that is found later would load the page again, under the tests.
        optimizeDeps: { entries: ['apps/console/src/{app/main.tsx,**/*.component.test.tsx}'], force: true },
        test: {
          name: 'component',
          include: ['apps/console/src/**/*.component.test.tsx'],
          setupFiles: ['apps/console/src/testing/component-page.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath !== undefined && { executablePath }),
                args: ['--headless', '--no-sandbox', '--disable-gpu'],
              },
              contextOptions: { locale: 'en-GB' },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
          // One page for all files, which has loaded the console's modules then: what a test leaves behind goes with it (component-page.ts).
          isolate: false,
          retry: 1,
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000, interval: 20 } },
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          include: [
            'apps/server/src/**/*.{scenario,contract}.test.ts',
            'tests/{sdk,faults,differential,fuzz}/**/*.test.ts',
            'scripts/**/*.scenario.test.ts',
          ],
          exclude: [...measured, '**/node_modules/**'],
          // As in `unit`: the product and the vendor's libraries take longer to load than most files take to run. What fails is asked again alone.
          isolate: process.env['HEARTH_TESTS_ALONE'] === '1',
          // Modules are loaded by Node, as in the product. No module is mocked here.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // A third of their time is waiting: for processes, for limits that open again.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...integration,
          name: 'measured',
          include: measured,
          // What they measure is memory, the time of a thread, or what stands beside a time that was taken in the same moment. They leave a core half free.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
