import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A Chromium or Chrome: what CHROMIUM_PATH names, else an installed one, else the one Playwright downloaded before. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...installed, ...macApps].find(isExecutable) ?? findDownloadedBrowser()
}

function findDownloadedBrowser() {
  try {
    const file = createRequire(import.meta.url)('@playwright/test').chromium.executablePath()
    return existsSync(file) ? file : undefined
  } catch {
    // Playwright is not installed, or has no browser for this platform.
    return undefined
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
