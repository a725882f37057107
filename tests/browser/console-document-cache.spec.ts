import { expect, type Page } from '@playwright/test'
import { ConsoleWorld, signIn, signOut } from './console-world.ts'
import { keptBy, openNote, writeNote } from './kept-note.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** Whose documents a browser keeps: two accounts, one after the other, in the same browser. */

const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const

const ownerOf = (page: Page) => page.evaluate(() => localStorage.getItem('hearth.documents'))

test('documents that could not be deleted with the sign-out are nobody’s, and go with the next page', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await writeNote(world, 'first', { text: 'of the one before' })
  await openNote(page, world, 'first')
  await page.evaluate(() => {
    indexedDB.databases = () => new Promise(() => {})
  })
  await signOut(page)
  await page.close()

  const next = await context.newPage()
  await next.goto(`${world.origin}/sign-in`)
  await expect(next.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => keptBy(next)).toEqual({ databases: [], keys: [] })
})

test('documents of whom nobody knows go before somebody else’s are kept', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await ProjectOperator.addMember(world, editor)
  await writeNote(world, 'first', { text: 'of the one before' })
  await page.goto(`${world.origin}/sign-in`)
  await page.evaluate(async () => {
    const request = indexedDB.open('firestore/project:demo-app/demo-app/main', 1)
    await new Promise((resolve) => request.addEventListener('success', resolve))
    request.result.close()
  })
  await signIn(page, editor)
  await expect(page).toHaveURL(/\/projects/)
  await expect.poll(() => ownerOf(page)).not.toBeNull()
  expect((await keptBy(page)).databases.filter((name) => name.includes('demo-app'))).toEqual([])
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
