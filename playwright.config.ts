import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/find-browser.mjs'

const executablePath = findBrowser()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  // What a browser paints late on a busy machine is asked a second time, and the report calls it flaky.
  retries: 1,
  timeout: 120_000,
  // What a test waits for may take a while on a busy machine; it ends as soon as it is there.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    trace: 'on-first-retry',
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
      ],
    },
  },
})
