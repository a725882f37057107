import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { ConsoleWorld, expectAccessible, owner, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { goOffline, Notes, queueText, textOf } from './kept-note.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

/** What waited in a page, and what it held, where it never gets to the server. */

const editor = { email: 'ed@example.com', password: 'correct horse', role: 'editor' } as const

const lostRegion = (page: Page) => page.getByRole('region', { name: '1 change was not saved, and is kept here' })

test('what waits in the page of a member gets lost with their session or the project, and they are told', async ({
  context,
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using notes = await Notes.enter(world)
  await ProjectOperator.addMember(world, editor)
  await notes.write('first', { text: 'before' })
  const account = await ConsoleAccount.signIn(world, editor.email, editor.password)

  await test.step('what a proxy says of a project is no word on whether there is one', async () => {
    await page.route(/operator-session$/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>default backend</h1>' }),
    )
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`, editor)
    await expect(page.getByRole('heading', { name: 'Couldn’t open demo-app' })).toBeVisible()
    await expect(page.getByText(/answered in its place, such as a proxy/)).toBeVisible()
    await expect(page.getByText(/It isn’t there any more/)).toHaveCount(0)
    await page.unroute(/operator-session$/)
    // It goes on by itself.
    await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible({ timeout: 20_000 })
  })

  await test.step('a change that waits goes with a session that was ended elsewhere, which is said', async () => {
    await expect(textOf(page)).toHaveText('before')
    await goOffline(page)
    await queueText(page, 'typed offline')
    const { sessions } = (await (await account.call('GET', '/account/sessions')).json()) as {
      sessions: { id: string; isCurrent: boolean }[]
    }
    for (const { id, isCurrent } of sessions) {
      if (!isCurrent) expect((await account.call('DELETE', `/account/sessions/${id}`)).status).toBe(200)
    }
    await context.setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL(/\/sign-in/, { timeout: 60_000 })
    await expect(page.getByText('Not saved when the session ended: 1 change of a document.')).toBeVisible()
    await expectAccessible(page)
    await signIn(page, editor)
    await expect(textOf(page)).toHaveText('before')
    await expect(page.getByRole('button', { name: 'Connection: Live' })).toBeVisible()
    expect(await notes.read('first')).toEqual({ text: 'before' })
  })

  await test.step('who left the project meanwhile finds what waited there in a list and a file', async () => {
    await expect(page.getByRole('button', { name: 'Switch project, now in Demo app' })).toBeVisible()
    await goOffline(page)
    await queueText(page, 'typed offline')
    expect((await account.call('POST', '/projects/demo-app/leave', {})).status).toBe(200)
    await context.setOffline(false)

    const lost = lostRegion(page)
    await expect(lost).toContainText('Change of notes/first:', { timeout: 60_000 })
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('1 change was not saved.')).toBeVisible()
    await page.keyboard.press('Escape')
    const saved = page.waitForEvent('download')
    await lost.getByRole('button', { name: 'Save as a file' }).click()
    expect(JSON.parse(await readFile(await (await saved).path(), 'utf8'))).toEqual([
      {
        project: 'demo-app',
        operation: 'update',
        place: 'notes/first',
        content: { text: 'typed offline' },
        removes: [],
      },
    ])
    await lost.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog', { name: 'Discard 1 change?' }).getByRole('button', { name: 'Discard' }).click()
    await expect(lost).toHaveCount(0)
    expect(await notes.read('first')).toEqual({ text: 'before' })
  })
})

test('what is refused when the server is back, or not saved when one signs out, is told', async ({ context, page }) => {
  await using world = await ConsoleWorld.withOwner()
  const accountMenu = page.getByRole('button', { name: /^Account of/ })
  const signOut = page.getByRole('menuitem', { name: 'Sign out' })

  await test.step('a change of a document that was deleted meanwhile is told as refused, wherever one is', async () => {
    await using notes = await Notes.enter(world)
    for (const id of ['first', 'gone']) await notes.write(id, { text: 'before' })
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/gone`)
    await expect(textOf(page)).toHaveText('before')
    await goOffline(page)
    await queueText(page, 'typed offline')
    await expect(textOf(page)).toHaveText('typed offline')
    await notes.delete('gone')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page).toHaveURL(/\/demo-app$/)
    await context.setOffline(false)
    await expect(lostRegion(page)).toContainText(/Change of notes\/gone: the server of demo-app refused it\. \S/, {
      timeout: 60_000,
    })
    await page.getByRole('button', { name: /^Connection/ }).click()
    await expect(page.getByText('1 change was not saved.')).toBeVisible()
    await expect(page.getByText('Every change is saved.')).toHaveCount(0)
    await page.keyboard.press('Escape')
    expect(await notes.read('gone')).toBeUndefined()
    await lostRegion(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog', { name: 'Discard 1 change?' }).getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('a document that is not saved is asked about by signing out, here and everywhere', async () => {
    await page.goto(`${world.origin}/projects/demo-app/data/notes/first`)
    await new DataBrowser(page).editValue('text', 'string', 'typed')
    await accountMenu.click()
    await signOut.click()
    const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
    await expect(question.getByRole('listitem')).toHaveText(['1 change of a document, not saved'])
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(textOf(page)).toHaveText('typed')
    await accountMenu.click()
    await signOut.click()
    await question.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
    await expect(page.getByLabel('E-mail')).toBeVisible()

    await page.goto(`${world.origin}/account`)
    await signIn(page)
    await page.getByLabel('Name', { exact: true }).fill('Olga Unsaved')
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    const everywhere = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
    await expect(everywhere.getByRole('listitem')).toHaveText(['1 form with something unsaved'])
    await everywhere.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Olga Unsaved')
  })

  await test.step('what a page held when its session was ended elsewhere is named', async () => {
    const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
    await account.changePassword('another horse')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL(/\/sign-in/, { timeout: 60_000 })
    await expect(page.getByText('Not saved when the session ended: 1 form.')).toBeVisible()
  })
})
