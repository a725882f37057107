import { expect, type Page } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { BuiltPage } from './built-page.ts'
import type { FirestorePage } from './firestore-page/page.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/firestore-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

function call<Name extends keyof FirestorePage>(
  page: Page,
  name: Name,
  ...given: Parameters<FirestorePage[Name]>
): Promise<Awaited<ReturnType<FirestorePage[Name]>>> {
  return page.evaluate(
    ([method, values]) => {
      const functions = (globalThis as unknown as { page: Record<string, (...values: unknown[]) => unknown> }).page
      return functions[method]?.(...values)
    },
    [name, given] as [string, unknown[]],
  ) as Promise<Awaited<ReturnType<FirestorePage[Name]>>>
}

const lastSeen = async (page: Page) => (await call(page, 'seen')).at(-1)?.join()

for (const polling of ['streaming', 'long'] as const) {
  async function open(page: Page, server: { readonly origin: string }): Promise<void> {
    await page.goto(`${built.origin}/?origin=${encodeURIComponent(server.origin)}&polling=${polling}`)
    await page.waitForFunction(() => 'page' in globalThis)
  }

  test.describe(`Firestore over WebChannel, ${polling === 'long' ? 'long polling' : 'streaming'}`, () => {
    test('reads, writes and listens, from several pages of one browser', async ({ page, context }) => {
      await using server = await HostedServer.start({ mode: 'dev' })
      const other = await context.newPage()
      await Promise.all([open(page, server), open(other, server)])
      await test.step('writes, reads, transforms, counts and deletes', async () => {
        await call(page, 'set', 'posts/1', { text: 'ä 😀', tags: ['old'], n: 1 })
        expect(await call(page, 'get', 'posts/1')).toEqual({ text: 'ä 😀', tags: ['old'], n: 1 })
        expect(await call(page, 'transform', 'posts/1')).toEqual({ text: 'ä 😀', tags: ['old', 'new'], n: 3, at: true })
        expect(await call(page, 'count', 'posts')).toBe(1)
        await call(page, 'remove', 'posts/1')
        expect(await call(page, 'get', 'posts/1')).toBeNull()
        expect(await call(page, 'codeOf', 'update-missing')).toBe('not-found')
      })

      await test.step('counts what two pages add in transactions', async () => {
        await Promise.all([call(page, 'addInTransaction', 'counters/1'), call(other, 'addInTransaction', 'counters/1')])
        expect(await call(page, 'get', 'counters/1')).toEqual({ n: 2 })
      })

      await test.step('listens to a window of a query while another page writes', async () => {
        await call(page, 'listen', 'queue', 2)
        await expect.poll(() => lastSeen(page)).toBe('')
        for (const n of [3, 1, 2]) await call(other, 'set', `queue/${n}`, { n })
        await expect.poll(() => lastSeen(page)).toBe('1,2')
        await call(other, 'remove', 'queue/1')
        await expect.poll(() => lastSeen(page)).toBe('2,3')
        await call(other, 'set', 'queue/0', { n: 0 })
        await expect.poll(() => lastSeen(page)).toBe('0,2')
      })

      await test.step('more pages of one browser than it has connections get through to each other', async () => {
        const pages = [page, other]
        while (pages.length < 5) pages.push(await context.newPage())
        // Each page holds an answer of its listener and one of its writes: ten, and a browser has six.
        for (const [n, each] of pages.entries()) {
          await open(each, server)
          await call(each, 'listen', 'room', 10)
          await call(each, 'set', `room/${n}`, { n })
        }
        for (const each of pages) await expect.poll(() => lastSeen(each), { timeout: 15_000 }).toBe('0,1,2,3,4')
      })
    })

    test('goes on where it was after the server was killed and started again', async ({ page, context }) => {
      await using first = await SpawnedServer.start({ mode: 'dev' })
      const { dataFolder, port } = first
      await open(page, first)
      await call(page, 'set', 'rooms/a', { n: 1 })
      await call(page, 'listen', 'rooms', 10)
      await expect.poll(() => lastSeen(page)).toBe('a')
      await first.kill('SIGKILL')
      await using second = await SpawnedServer.start({
        mode: 'dev',
        dataFolder,
        settings: { HEARTH_PORT: String(port) },
      })
      const writer = await context.newPage()
      await open(writer, second)
      await call(writer, 'set', 'rooms/b', { n: 2 })
      await expect.poll(() => lastSeen(page), { timeout: 40_000 }).toBe('a,b')
    })

    test('says permission-denied to strangers of a real server', async ({ page }) => {
      await using server = await HostedServer.start({ mode: 'start' })
      await open(page, server)
      expect(await call(page, 'codeOf', 'read-denied')).toBe('permission-denied')
      await call(page, 'listen', 'secrets', 2)
      await expect.poll(() => call(page, 'errors')).toEqual(['permission-denied'])
    })
  })
}
