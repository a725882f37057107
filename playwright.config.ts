import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findTestBrowser } from './scripts/find-browser.mjs'

const executablePath = findTestBrowser()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  // A browser and its server keep about half a core busy: a third of a test is waiting.
  workers: availableParallelism() * 2,
  // What a browser paints late on a busy machine is asked a second time, and the report calls it flaky.
  retries: 1,
  timeout: 120_000,
  // What a test waits for may take a while on a busy machine; it ends as soon as it is there.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    // The console's keeps all its 90 files for a later visit, which takes as long as the rest of a page's start. A spec whose subject is
    // such a visit allows it; the others begin with an empty browser, which has every file from the server.
    serviceWorkers: 'block',
    // A context of its own costs each test a process of the browser, a tenth of all. Every test has its own server, thus an origin of its
    // own, and Playwright clears the storage of those before; `tests/browser/test.ts` takes back the rest.
    reuseContext: true,
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: what the optimising compilers take is not won back.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
