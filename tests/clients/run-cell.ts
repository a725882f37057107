import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { findTestBrowser } from '../../scripts/find-browser.mjs'
import { ServedFolder } from '../browser/served-folder.ts'
import { bundle } from './bundle.ts'
import type { Cell } from './cells.ts'
import { type CallsResult, InstalledClient } from './installed-client.ts'
import type { Servers } from './servers.ts'

/** Runs the calls of a cell. Never throws: what fails is in the result. */
export async function runCell(cell: Cell, servers: Servers, helper: string): Promise<CallsResult> {
  try {
    return await runInstalled(cell, servers, await InstalledClient.get(cell, hasHelper(cell) ? helper : undefined))
  } catch (error) {
    return { passed: 0, failed: [{ name: 'install', message: (error as Error).message.slice(-600) }] }
  }
}

function hasHelper({ packages }: Cell): boolean {
  return packages['firebase-admin'] !== undefined || !(packages['firebase']?.startsWith('8.') ?? true)
}

async function runInstalled(cell: Cell, servers: Servers, client: InstalledClient): Promise<CallsResult> {
  const { api, way, scheme } = cell
  const origin = servers.origin(api === 'admin' ? 'start' : 'dev', scheme)
  const certificate = scheme === 'https' ? servers.certificate : undefined
  if (cell.where === 'Chromium') return await runInChromium(client, cell, origin)
  switch (api) {
    case 'windows':
      throw new Error('Sign-in windows are opened by browsers alone.')
    case 'modular':
      return await client.run('web.mjs', [origin, way], certificate)
    case 'compat':
      return await client.run('compat.mjs', [origin, way], certificate)
    case 'react-native':
      return await client.run(await bundled(client, 'react-native.mjs', api), [origin, way], certificate)
    case 'admin':
      return await client.run('admin.mjs', [origin, servers.keyFile], certificate)
    case 'library':
      return await client.run('cloud-library.mjs', [origin, Object.keys(cell.packages)[0] ?? ''], certificate)
  }
}

async function bundled(client: InstalledClient, program: string, target: 'browser' | 'react-native'): Promise<string> {
  const file = `bundled-${target}.js`
  await bundle(join(client.folder, program), target, join(client.folder, file))
  return file
}

function pageOf(cell: Cell): string {
  if (cell.api === 'windows') return 'windows-page.mjs'
  if (cell.api !== 'compat') return 'page.mjs'
  return hasHelper(cell) ? 'compat-page.mjs' : 'namespaced-page.mjs'
}

async function runInChromium(client: InstalledClient, cell: Cell, origin: string): Promise<CallsResult> {
  const file = await bundled(client, pageOf(cell), 'browser')
  await writeFile(join(client.folder, 'index.html'), `<!doctype html><script type="module" src="/${file}"></script>`)
  await using served = await ServedFolder.serve(client.folder)
  const executablePath = findTestBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const page = await context.newPage()
    const person = `grace-${Object.values(cell.packages).join('-')}-${cell.api}`
    // The call that opened it waits in vain then, and fails.
    page.on('popup', (window) => void answerTestProvider(window, `${person}@example.com`).catch(() => undefined))
    await page.goto(served.origin)
    await page.waitForFunction(() => 'runCalls' in globalThis)
    const called = await page.evaluate<CallsResult>(`runCalls(${JSON.stringify(origin)}, ${JSON.stringify(cell.way)})`)
    if (cell.api !== 'windows') return called
    const redirected = await runRedirect(page, { app: served.origin, origin, email: `${person}-redirect@example.com` })
    return { passed: called.passed + redirected.passed, failed: [...called.failed, ...redirected.failed] }
  } finally {
    await browser.close()
  }
}

/** The page goes to the provider itself and comes back. */
async function runRedirect(
  page: Page,
  { app, origin, email }: { app: string; origin: string; email: string },
): Promise<CallsResult> {
  const words = JSON.stringify(origin)
  try {
    // What it answers is gone with the page.
    await page.evaluate(`void goAway(${words})`)
    await page.waitForURL(`${origin}/**`)
    await answerTestProvider(page, email)
    await page.waitForURL(`${app}/**`)
    await page.waitForFunction(() => 'comeBack' in globalThis)
    return await page.evaluate<CallsResult>(`comeBack(${words}, ${JSON.stringify(email)})`)
  } catch (error) {
    return { passed: 0, failed: [{ name: 'windows: redirect', message: (error as Error).message.slice(0, 300) }] }
  }
}

async function answerTestProvider(window: Page, email: string): Promise<void> {
  await window.locator('.js-new-account').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#sign-in').click()
}
