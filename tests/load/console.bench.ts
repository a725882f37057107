/**
 * The console in Chromium on this machine: how much script the sign-in page takes and that each area brings its own, a warm start, the answer
 * to keys wherever somebody types, and a collection of 100,000 documents: its first rows, the frames of a scroll, a live change, and what an
 * hour of changes leaves in memory. `HEARTH_BENCH_DOCUMENTS` sets the size of the collection.
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { areasOfProject } from '../browser/areas-of-project.ts'
import { ConsoleWorld, signIn } from '../browser/console-world.ts'
import { ProjectOperator } from '../browser/project-operator.ts'
import { measureKeys, typedDocuments } from './console-keys.ts'
import { PageScripts } from './page-scripts.ts'
import { note, report } from './report.ts'

const documents = Number(process.env['HEARTH_BENCH_DOCUMENTS'] ?? 100_000)
const batch = 500
const openings = 5
const scrolledFrames = 400
const scrolledPerFrame = 300
const liveChanges = 40
/** One a second for an hour, as fast as they are acknowledged. */
const hourOfChanges = 3600

await using world = await ConsoleWorld.withOwner()
const root = 'projects/demo-app/databases/(default)/documents'
await fill()
const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
})
try {
  await measureScripts(browser)
  await measureCollection(browser)
} finally {
  await browser.close()
}

async function fill(): Promise<void> {
  const idToken = await tokenOf()
  for (const { path, fields } of typedDocuments)
    await commit([{ update: { name: `${root}/${path}`, fields } }], idToken)
  for (let from = 0; from < documents; from += batch) {
    const writes = Array.from({ length: Math.min(batch, documents - from) }, (_, at) => documentOf(from + at))
    await commit(writes, idToken)
  }
}

function documentOf(n: number): unknown {
  const fields = {
    n: { integerValue: String(n) },
    name: { stringValue: `Customer ${n}` },
    total: { doubleValue: n / 100 },
    isOpen: { booleanValue: n % 3 === 0 },
    at: { timestampValue: new Date(1_700_000_000_000 + n * 1000).toISOString() },
  }
  return { update: { name: `${root}/big/d${String(n).padStart(6, '0')}`, fields } }
}

/** Of a session that is new each time: the page enters the project whenever it is loaded, and the oldest sessions of its user end by that. */
async function tokenOf(): Promise<string> {
  await using operator = await ProjectOperator.enter(world)
  const user = operator.services.auth.currentUser
  if (user === null) throw new Error('The operator is not signed in.')
  return await user.getIdToken()
}

async function commit(writes: readonly unknown[], idToken: string): Promise<void> {
  const answer = await fetch(`${world.origin}/v1/${root}:commit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ writes }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

async function measureScripts(inBrowser: Browser): Promise<void> {
  const page = await inBrowser.newPage()
  const scripts = new PageScripts(page)
  await page.goto(`${world.origin}/sign-in`)
  await page.getByLabel('E-mail').waitFor()
  await scripts.settle()
  report({ name: 'script of the sign-in page, min and gzip', unit: 'kB', measured: scripts.bytes / 1000, goal: 210 })
  await signIn(page)
  await page.waitForURL(/\/projects/)
  const overview = '/projects/demo-app'
  await page.goto(world.origin + overview)
  await scripts.settle()
  for (const area of await areasOfProject(page)) {
    if (area === overview) continue
    const { bytes } = scripts
    await page.goto(world.origin + area)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await scripts.settle()
    if (scripts.bytes === bytes) throw new Error(`${area} has no script of its own.`)
    note(
      `${area.slice(overview.length).replaceAll('/', '')} brings ${Math.round((scripts.bytes - bytes) / 1000)} kB of script of its own`,
    )
  }
  await page.close()
}

async function measureCollection(inBrowser: Browser): Promise<void> {
  const page = await inBrowser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${world.origin}/projects/demo-app/data/`)
  await signIn(page)
  await page.getByRole('link', { name: 'big', exact: true }).waitFor()
  const first: number[] = []
  const painted: number[] = []
  const listed: number[] = []
  for (let round = 0; round < openings; round += 1) {
    await page.goto(`${world.origin}/projects/demo-app/data/`)
    const start = await page.evaluate(waitForLink, 'big')
    painted.push(start.painted)
    listed.push(start.listed)
    // The whole path by mouse and by code is warm, the documents are not.
    first.push(await page.evaluate(openCollection, 'big'))
  }
  report({ name: 'first paint of a warm start', unit: 'ms', measured: median(painted), goal: 300 })
  report({ name: 'a warm start up to its list of collections', unit: 'ms', measured: median(listed) })
  report({
    name: `first rows of ${documents.toLocaleString('en')} documents after the click`,
    unit: 'ms',
    measured: median(first),
    goal: 500,
  })
  await page.goto(`${world.origin}/projects/demo-app/data/big?view=table`)
  await page.locator('[data-cell="0,1"]').waitFor()
  await measureScroll(page)
  await measureKeys(page, `${world.origin}/projects/demo-app`)
  await measureLive(page)
  await page.close()
}

/** In the page: when the first content was painted, and when the link of a collection was there, in milliseconds since the page was asked for. */
async function waitForLink(id: string): Promise<{ readonly painted: number; readonly listed: number }> {
  const isThere = (): boolean => [...document.querySelectorAll('a')].some(({ textContent }) => textContent === id)
  while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
  const listed = performance.now()
  // The browser tells of a paint some time after it.
  const paintOf = () => performance.getEntriesByName('first-contentful-paint')[0]
  while (paintOf() === undefined && performance.now() < listed + 5000)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  const paint = paintOf()
  if (paint === undefined) throw new Error('Nothing was painted.')
  return { painted: paint.startTime, listed }
}

/** In the page: presses the link of a collection and answers after how many milliseconds rows were painted. */
async function openCollection(id: string): Promise<number> {
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === id)
  const from = performance.now()
  link?.click()
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (document.querySelector('[data-cell="0,0"]') !== null) break
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - from
}

async function measureScroll(page: Page): Promise<void> {
  const { frames, rows } = await page.evaluate(
    async ({ count, step }) => {
      const box = document.querySelector('[role=grid]')?.parentElement
      if (box === null || box === undefined) throw new Error('There is no table.')
      const taken: number[] = []
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      for (let frame = 0; frame < count; frame += 1) {
        box.scrollTop += step
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        taken.push(now - last)
        last = now
      }
      return { frames: taken, rows: Math.round(box.scrollTop / 34) }
    },
    { count: scrolledFrames, step: scrolledPerFrame },
  )
  const sorted = frames.toSorted((a, b) => a - b)
  const name = `of ${scrolledFrames} frames of a scroll past ${rows.toLocaleString('en')} rows`
  report({ name: `longest ${name}`, unit: 'ms', measured: sorted.at(-1) ?? 0, goal: 50 })
  report({ name: `95th of 100 ${name}`, unit: 'ms', measured: sorted[Math.floor(sorted.length * 0.95)] ?? 0, goal: 32 })
  report({ name: `99th of 100 ${name}`, unit: 'ms', measured: sorted[Math.floor(sorted.length * 0.99)] ?? 0 })
}

async function measureLive(page: Page): Promise<void> {
  await page.goto(`${world.origin}/projects/demo-app/data/big?view=table`)
  const cell = page.locator('[data-cell="0,0"]')
  await cell.waitFor()
  const idToken = await tokenOf()
  const change = async (text: string): Promise<void> =>
    await commit(
      [
        {
          update: { name: `${root}/big/d000000`, fields: { name: { stringValue: text } } },
          updateMask: { fieldPaths: ['name'] },
        },
      ],
      idToken,
    )
  const taken: number[] = []
  for (let n = 0; n < liveChanges; n += 1) {
    const text = `Changed ${n}`
    const painted = page.evaluate(waitForText, text)
    await change(text)
    const acknowledgedAt = Date.now()
    taken.push(Math.max(0, (await painted) - acknowledgedAt))
  }
  const sorted = taken.toSorted((a, b) => a - b)
  report({ name: 'a live change painted, after its acknowledgement', unit: 'ms', measured: median(taken), goal: 100 })
  report({
    name: '19th of 20 live changes painted',
    unit: 'ms',
    measured: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    goal: 100,
  })
  const before = await heapOf(page)
  for (let n = 0; n < hourOfChanges; n += 1) await change(`Hour ${n}`)
  await page.evaluate(waitForText, `Hour ${hourOfChanges - 1}`)
  const after = await heapOf(page)
  report({
    name: `heap after ${hourOfChanges.toLocaleString('en')} live changes, beyond ${Math.round(before)} MB`,
    unit: 'MB',
    measured: Math.max(0, after - before),
    goal: 5,
  })
}

/** In the page: when a text of the first row was painted, in milliseconds since the epoch. */
async function waitForText(text: string): Promise<number> {
  const isThere = (): boolean => document.querySelector('[data-row]')?.textContent.includes(text) === true
  while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return Date.now()
}

/** Megabytes that are in use after everything unused was collected. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1_000_000
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
