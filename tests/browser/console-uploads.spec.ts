import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { getBytes, ref, uploadString } from 'firebase/storage'
import { ConsoleWorld, expectAccessible, signIn } from './console-world.ts'
import { createProjects } from './create-projects.ts'
import { openFiles } from './files-screen.ts'
import { goWithin } from './go-within.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

const mebibyte = 1024 * 1024

async function choose(page: Page, ...files: { name: string; content: Buffer | string }[]): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload files' }).click()
  await (
    await opened
  ).setFiles(files.map(({ name, content }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })))
}

interface Line {
  readonly slow: (bytesPerSecond: number) => Promise<void>
  /** Makes it as quick as it was. */
  readonly hurry: () => Promise<void>
  /** Ends what is on its way. */
  readonly cut: () => Promise<void>
}

/** A line on which an upload can be watched. */
async function slowDown(page: Page, bytesPerSecond: number): Promise<Line> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const set = async (offline: boolean, uploadThroughput: number) => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  }
  await set(false, bytesPerSecond)
  return {
    slow: (rate) => set(false, rate),
    hurry: () => set(false, -1),
    cut: () => set(true, bytesPerSecond),
  }
}

const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const files = (page: Page) => page.getByRole('region', { name: /^Files/ })

test('an upload takes its time', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'cancel-app', 'break-app', 'three-app')
  await using operator = await ProjectOperator.enter(world)
  await openFiles(page, world, 'films')
  const line = await slowDown(page, mebibyte)
  await test.step('an upload shows how far it is, pauses, goes on where it stopped, and survives going elsewhere', async () => {
    const content = Buffer.from(Array.from({ length: 3 * mebibyte }, (_, at) => at % 251))
    await choose(page, { name: 'film.txt', content })

    const bar = tray(page).getByRole('progressbar', { name: 'Progress of films/film.txt' })
    await expect(tray(page)).toContainText(/[\d.]+ (KiB|MiB) of 3.0 MiB · [\d.]+ (KiB|MiB)\/s · 0:0\d\sleft/)
    await tray(page).getByRole('button', { name: 'Pause films/film.txt' }).click()
    await expect(tray(page)).toContainText('Paused at')
    const paused = Number(await bar.getAttribute('aria-valuenow'))
    expect(paused).toBeGreaterThan(0)
    expect(paused).toBeLessThan(100)
    await expect(tray(page).getByRole('button', { name: 'Resume films/film.txt' })).toBeFocused()

    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await tray(page).getByRole('button', { name: 'Resume films/film.txt' }).click()
    await expect(tray(page)).toContainText('1 file uploaded')
    await tray(page).getByRole('link', { name: 'film.txt' }).click()
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/files/films?file=film.txt`)
    await expect(page.getByRole('region', { name: 'Details of film.txt' })).toContainText('3.0 MiB')
    expect(Buffer.from(await getBytes(ref(operator.services.storage, 'films/film.txt'))).equals(content)).toBe(true)

    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
    await expect(tray(page)).toHaveCount(0)
  })

  await test.step('an upload outlives a line that breaks in the middle', async () => {
    await using other = await ProjectOperator.enter(world, 'break-app')
    await goWithin(page, '/projects/break-app/files/')
    await line.slow(mebibyte)
    const content = Buffer.from(Array.from({ length: 3 * mebibyte }, (_, at) => at % 241))
    await choose(page, { name: 'film.txt', content })
    await expect(tray(page)).toContainText(/1\.\d MiB of 3.0 MiB/)
    await line.cut()
    await expect(tray(page)).toContainText('Waiting for the server')
    await line.hurry()
    await expect(tray(page)).toContainText('1 file uploaded', { timeout: 30_000 })
    expect(Buffer.from(await getBytes(ref(other.services.storage, 'film.txt'))).equals(content)).toBe(true)
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('a cancelled upload leaves nothing behind, and can be tried again', async () => {
    await goWithin(page, '/projects/cancel-app/files/')
    await line.slow(mebibyte / 2)
    await choose(page, { name: 'large.txt', content: Buffer.alloc(4 * mebibyte) })
    await expect(tray(page)).toContainText(/KiB of 4.0 MiB/)
    const told = page.waitForResponse((response) => response.request().headers()['x-goog-upload-command'] === 'cancel')
    await tray(page).getByRole('button', { name: 'Cancel large.txt' }).click()
    await expect(tray(page)).toContainText('Cancelled, nothing was stored')
    expect((await told).status()).toBe(200)
    await expect(files(page)).toContainText('No files yet')

    await line.hurry()
    await tray(page).getByRole('button', { name: 'Try large.txt again' }).click()
    await expect(tray(page)).toContainText('1 file uploaded')
    await expect(files(page).getByRole('link', { name: 'large.txt' })).toBeVisible()
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('a paused upload can be cancelled, and three run at a time', async () => {
    await goWithin(page, '/projects/three-app/files/')
    await line.slow(mebibyte / 4)
    const content = Buffer.alloc(2 * mebibyte)
    await choose(page, ...['a', 'b', 'c', 'd'].map((name) => ({ name, content })))
    await expect(tray(page).getByText('Waiting for its turn')).toHaveCount(1)
    await tray(page).getByRole('button', { name: 'Pause a' }).click()
    await expect(tray(page).getByText('Waiting for its turn')).toHaveCount(0)
    await tray(page).getByRole('button', { name: 'Cancel a' }).click()
    await expect(tray(page).getByText('Cancelled, nothing was stored')).toHaveCount(1)
    await expect(tray(page)).toContainText('Uploading, 0 of 3 done')
  })
})

test('what is on its way is not lost without a question', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openFiles(page, world)
  await slowDown(page, mebibyte / 4)
  await test.step('signing out asks before it ends what is on its way', async () => {
    await choose(page, { name: 'large.txt', content: Buffer.alloc(2 * mebibyte) })
    await expect(tray(page)).toContainText(/of 2.0 MiB/)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
    await expect(question.getByRole('listitem')).toHaveText(['1 file on its way'])
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(tray(page)).toContainText(/of 2.0 MiB/)

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tray(page)).toHaveCount(0)
  })

  await test.step('leaving the page while files go up is asked about', async () => {
    await page.getByRole('link', { name: 'Files', exact: true }).click()
    await choose(page, { name: 'large.txt', content: Buffer.alloc(2 * mebibyte) })
    await expect(tray(page)).toContainText(/of 2.0 MiB/)
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()

    await tray(page).getByRole('button', { name: 'Cancel large.txt' }).click()
    await expect(tray(page)).toContainText('Cancelled')
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  })
})

test('files go up by a choice, by a drop, and as a folder', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await createProjects(world, 'names-app', 'drop-app', 'folder-app', 'checksum-app')
  await page.clock.install()
  await openFiles(page, world)
  await test.step('the tray folds up by itself once all is uploaded and was to be seen, and stays open for what failed', async () => {
    await choose(page, { name: 'a.txt', content: 'a' })
    await expect(tray(page)).toContainText('1 file uploaded')
    const folded = tray(page).getByRole('button', { name: 'Show uploads' })
    await expect(tray(page).getByRole('button', { name: 'Hide uploads' })).toBeVisible()
    await page.clock.fastForward(9_000)
    await expect(folded).toBeVisible()
    await expect(tray(page)).toContainText('1 file uploaded')

    await folded.click()
    await page.mouse.move(0, 0)
    await page.route(/\/v0\/b\/.*refused/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, body: '{}' }) : route.continue(),
    )
    await choose(page, { name: 'refused.txt', content: 'x' })
    await expect(tray(page)).toContainText('1 failed, 1 uploaded')
    await page.clock.fastForward(30_000)
    await expect(tray(page).getByRole('button', { name: 'Hide uploads' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('a name that is taken is asked about: keep both, replace, skip', async () => {
    await using operator = await ProjectOperator.enter(world, 'names-app')
    const { storage } = operator.services
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await uploadString(ref(storage, `notes/${name}`), 'old')
    await goWithin(page, '/projects/names-app/files/notes')
    await choose(page, ...['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => ({ name, content: 'new' })))

    const dialog = page.getByRole('dialog', { name: '3 files are here already' })
    await dialog.getByRole('button', { name: /What to do with notes\/b.txt/ }).click()
    await page.getByRole('option', { name: 'Replace' }).click()
    await dialog.getByRole('button', { name: /What to do with notes\/c.txt/ }).click()
    await page.getByRole('option', { name: 'Skip' }).click()
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await expect(tray(page)).toContainText('3 files uploaded')
    await expect(files(page).getByRole('link', { name: 'a (2).txt' })).toBeVisible()

    const read = async (name: string) => Buffer.from(await getBytes(ref(storage, `notes/${name}`))).toString()
    expect(await read('a.txt')).toBe('old')
    expect(await read('a (2).txt')).toBe('new')
    expect(await read('b.txt')).toBe('new')
    expect(await read('c.txt')).toBe('old')
    expect(await read('d.txt')).toBe('new')

    await choose(page, { name: 'd.txt', content: 'newer' })
    await page.getByRole('dialog').getByRole('button', { name: 'Upload nothing' }).click()
    expect(await read('d.txt')).toBe('new')
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('files are dropped anywhere on the page', async () => {
    await goWithin(page, '/projects/drop-app/files/photos')
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      for (const name of ['one.txt', 'two.txt']) data.items.add(new File(['dropped'], name, { type: 'text/plain' }))
      return data
    })
    await page.getByRole('heading', { level: 1 }).dispatchEvent('dragover', { dataTransfer: transfer })
    await expect(page.getByText('Drop to upload to photos')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: transfer })
    await expect(page.getByText('Drop to upload to photos')).toHaveCount(0)
    await expect(tray(page)).toContainText('2 files uploaded')
    await expect(files(page).getByRole('link', { name: 'one.txt' })).toBeVisible()
    await expect(files(page).getByRole('link', { name: 'two.txt' })).toBeVisible()
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('a folder goes up with the folders in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holiday-'))
    try {
      await mkdir(join(folder, 'day 1'))
      await writeFile(join(folder, 'map.txt'), 'map')
      await writeFile(join(folder, 'day 1', 'sea.txt'), 'sea')
      await goWithin(page, '/projects/folder-app/files/')
      const opened = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload a folder' }).click()
      await (await opened).setFiles(folder)
      await expect(tray(page)).toContainText('2 files uploaded')
      await files(page)
        .getByRole('link', { name: `Folder ${basename(folder)}` })
        .click()
      await expect(files(page).getByRole('link', { name: 'map.txt' })).toBeVisible()
      await files(page).getByRole('link', { name: 'Folder day 1' }).click()
      await expect(files(page).getByRole('link', { name: 'sea.txt' })).toBeVisible()
    } finally {
      await rm(folder, { recursive: true })
    }
    await tray(page).getByRole('button', { name: 'Clear finished uploads' }).click()
  })

  await test.step('the checksum of a file is summed up beside the page and goes along, so that the server refuses what was damaged', async () => {
    await goWithin(page, '/projects/checksum-app/files/')
    const content = Buffer.from(Array.from({ length: 9 * mebibyte }, (_, at) => at % 253))
    const worker = page.waitForEvent('worker')
    const begun = page.waitForRequest((request) => request.headers()['x-goog-upload-command'] === 'start')
    await choose(page, { name: 'large.bin', content })
    expect((await worker).url()).toMatch(/\/assets\/checksum-worker-[\w-]+\.js$/)
    const { md5Hash } = (await begun).postDataJSON() as { md5Hash: string }
    expect(md5Hash).toBe(createHash('md5').update(content).digest('base64'))
    await expect(tray(page)).toContainText('1 file uploaded')
  })
})

test('a file that is too large fails with its reason, and the others go on', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner({ HEARTH_UPLOAD_LIMIT: String(mebibyte) })
  await openFiles(page, world)
  await choose(page, { name: 'large.txt', content: Buffer.alloc(2 * mebibyte) }, { name: 'small.txt', content: 'x' })
  await expect(tray(page)).toContainText('The server takes files of up to 1.0 MiB.')
  await expect(tray(page)).toContainText('1 failed, 1 uploaded')
  await tray(page).getByText('Details', { exact: true }).click()
  await expect(tray(page)).toContainText('storage/quota-exceeded')
  await expectAccessible(page)
  await expect(files(page).getByRole('link', { name: 'small.txt' })).toBeVisible()
})
