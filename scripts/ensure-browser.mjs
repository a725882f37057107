import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

/**
 * Sees to a Chromium or Chrome that starts: one that is there, else Playwright's own download, else the system's package
 * manager where it may be used without a question. Throws with one clear sentence when there is none.
 */
export async function ensureBrowser() {
  for (const bring of [() => undefined, downloadWithPlaywright, installWithSystem]) {
    await bring()
    const browser = findBrowser()
    if (browser !== undefined && (await starts(browser))) return
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none could be found, downloaded or installed. Install one, or name it in CHROMIUM_PATH.',
  )
}

async function starts(browser) {
  const { code } = await runProcess(browser, ['--version'], { quiet: true })
  return code === 0
}

async function downloadWithPlaywright() {
  process.stderr.write('No browser found: downloading one with Playwright …\n')
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  await runProcess(getPinnedNode(), [playwright, 'install', 'chromium'], {
    environment: pinnedEnvironment(),
    quiet: true,
  })
}

async function installWithSystem() {
  if (process.platform === 'darwin') {
    await runProcess('brew', ['install', '--cask', 'google-chrome'], { quiet: true })
    return
  }
  process.stderr.write('No browser yet: asking the package manager …\n')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...words) => {
    const [program, ...rest] = [...asRoot, 'apt-get', ...words]
    return (await runProcess(program, rest, { environment, quiet: true })).code === 0
  }
  if (!(await apt('update'))) return
  const install = (name) => apt('install', '-y', '--no-install-recommends', name)
  // Not every distribution has the shell, and the tests do without.
  if (await install('chromium')) await install('chromium-headless-shell')
}
