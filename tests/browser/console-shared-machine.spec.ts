import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, signIn, signOut } from './console-world.ts'
import { keptBy, openNote, textOf, writeNote } from './kept-note.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What a browser keeps when several people use it, one after the other. */

const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const

const ownerOf = (page: Page) => page.evaluate(() => localStorage.getItem('hearth.documents'))

test('no document and no session of a project outlives its tab', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'secret', { text: 'for my eyes' })
  await openNote(page, world, 'secret')
  const next = await context.newPage()
  await page.close()
  await next.goto(`${world.origin}/account`)
  await expect(next.getByRole('button', { name: /^Account of/ })).toBeVisible()
  const { databases, keys } = await keptBy(next)
  expect(databases).toEqual([])
  expect(keys.filter((key) => !/^hearth\.(documents|kept\.(name|acts-seen)\.)/.test(key))).toEqual([])
  const texts = await next.evaluate(() => JSON.stringify(localStorage))
  expect(texts).not.toContain('for my eyes')
})

test('signing out leaves nothing of the user in the browser, in any tab', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'secret', { text: 'for my eyes' })
  await openNote(page, world, 'secret')
  const other = await context.newPage()
  await other.goto(`${world.origin}/projects/demo-app/data/notes/secret`)
  await expect(textOf(other)).toHaveText('for my eyes')
  expect((await keptBy(page)).keys).not.toEqual([])

  await signOut(page)
  await expect(other).toHaveURL(/\/sign-in/)
  await expect.poll(() => keptBy(page)).toEqual({ databases: [], keys: [] })

  // Who comes next, finds the console as usual.
  await signIn(page)
  await expect(
    page
      .getByRole('navigation', { name: /^Areas of/ })
      .or(page.getByRole('heading', { name: 'Projects' }))
      .first(),
  ).toBeVisible()
  await page.goto(`${world.origin}/projects/demo-app/data/notes/secret`)
  await expect(textOf(page)).toHaveText('for my eyes')
})

test('what an earlier console kept is deleted once', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/sign-in`)
  await page.evaluate(async () => {
    localStorage.setItem('hearth.console', '{}')
    localStorage.setItem('hearth.theme', 'dark')
    localStorage.setItem('hearth.kept.write.project:demo-app.1', '{}')
    localStorage.setItem('firebase:authUser:key:project:demo-app', '{}')
    for (const name of ['firestore/project:demo-app/demo-app/main', 'firestore/[DEFAULT]/console/main']) {
      const request = indexedDB.open(name, 1)
      await new Promise((resolve) => request.addEventListener('success', resolve))
      request.result.close()
    }
  })
  expect((await keptBy(page)).databases).toHaveLength(2)
  await page.reload()
  await expect.poll(() => keptBy(page)).toEqual({ databases: [], keys: [] })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hearth.console'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('hearth.theme'))).toBe('dark')
})

test('what is kept for somebody else goes before anybody reads it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  // Their session ended while the browser was closed.
  await page.evaluate(() => {
    localStorage.setItem('hearth.documents', 'somebody else')
    localStorage.setItem('hearth.kept.recents.x.demo-app', '[]')
  })
  await page.goto(`${world.origin}/projects`)
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hearth.kept.recents.x.demo-app'))).toBeNull()
})

test('a tab that slept while its user signed out and another one in takes nothing of theirs', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await ProjectOperator.addMember(world, editor)
  await writeNote(world, 'first', { text: 'before' })
  await openNote(page, world, 'first')
  const asleep = await context.newPage()
  await asleep.goto(`${world.origin}/projects/demo-app/users`)
  await expect(asleep.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
  // It enters the project anew once it has done with the one before what is to be done.
  const awake = asleep.waitForResponse(/operator-session$/)
  const sleeping = asleep.evaluate(() => {
    const until = Date.now() + 8000
    while (Date.now() < until);
  })
  await page.bringToFront()
  await signOut(page)
  await openNote(page, world, 'first', editor)
  const owner = await ownerOf(page)
  expect(owner).not.toBeNull()
  const kept = async () => (await keptBy(page)).keys.filter((key) => key.startsWith('hearth.kept.'))
  await page.evaluate(() =>
    localStorage.setItem('hearth.kept.rules-draft.documents/(default).demo-app', 'of the editor'),
  )
  const before = await kept()
  await sleeping
  await awake
  expect(await kept()).toEqual(expect.arrayContaining(before))
  expect(await ownerOf(page)).toBe(owner)
})
