import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A Chromium or Chrome: what CHROMIUM_PATH names, else an installed one, else the one Playwright downloaded before. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  return [...placesOf(names), ...macApps].find(isExecutable) ?? findDownloadedBrowser()
}

/**
 * The browser of the tests: Chromium's headless shell where it is installed, else the browser of `findBrowser`. The shell is the same engine
 * without the windows, menus and start pages around it, which cost more than a page of ours, and without its reader of PDFs.
 */
export function findTestBrowser() {
  return process.env.CHROMIUM_PATH || placesOf(shellNames).find(isExecutable) || findBrowser()
}

function placesOf(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)))
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
