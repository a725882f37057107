import { expect, type Page } from '@playwright/test'
import { doc, setDoc, writeBatch } from 'firebase/firestore'
import { ref, uploadString } from 'firebase/storage'
import { ConsoleWorld, expectAccessibleInBothThemes, owner, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('the palette finds what a project has, goes on typing, tries again, and remembers what was opened', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  {
    await using operator = await ProjectOperator.enter(world)
    const { firestore, storage } = operator.services
    await setDoc(doc(firestore, 'invoices/INV-2041'), { total: 12 })
    await setDoc(doc(firestore, 'invoices/INV-2041/lines/first'), { count: 1 })
    await uploadString(ref(storage, 'scans/2026/INV-2041.txt'), 'paid')
  }
  await openProject(page, world)
  await test.step('documents, files and rules are found, and what was opened is remembered', async () => {
    await search(page, 'INV-20')
    await expect(option(page, 'invoices/INV-2041 document')).toBeVisible()
    await expect(option(page, 'scans/2026/INV-2041.txt file')).toBeVisible()
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' })

    await type(page, 'invoices/INV-2041/')
    await expect(option(page, 'invoices/INV-2041/lines collection')).toBeVisible()
    // A path that is written whole is one row, whether it is found or not, and counted as one.
    await type(page, 'invoices/INV-2041')
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByText('1 result')).toBeAttached()
    await expect(page.getByRole('option')).toHaveText([/Go to invoices\/INV-2041/])
    await type(page, 'invoices/INV')
    await option(page, 'invoices/INV-2041 document').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${world.origin}/projects/demo-app/data/invoices/INV-2041`)

    await search(page, '')
    await expect(page.getByRole('group', { name: 'Opened lately' }).getByRole('option')).toHaveText(/INV-2041/)
    await page.keyboard.press('Escape')
  })
  await test.step('typing on gives up what was asked before', async () => {
    const asked: string[] = []
    const givenUp: string[] = []
    await page.route(/accounts:query$/, async (route) => {
      const { search } = route.request().postDataJSON() as { search: string }
      asked.push(search)
      if (search === 'zzz') return
      await route.continue()
    })
    page.on('requestfailed', (request) => {
      if (request.url().endsWith('accounts:query')) givenUp.push((request.postDataJSON() as { search: string }).search)
    })

    await search(page, 'zzz')
    await expect.poll(() => asked).toEqual(['zzz'])
    await page.keyboard.insertText('yyyyyyyy')
    await expect(page.getByText('Nothing found for “zzzyyyyyyyy”.')).toBeVisible()
    expect(givenUp).toEqual(['zzz'])
    expect(asked).toEqual(['zzz', 'zzzyyyyyyyy'])
    await page.unroute(/accounts:query$/)
    await page.keyboard.press('Escape')
  })
  await test.step('a part that could not be looked through says so and is tried again', async () => {
    await page.route(/accounts:query$/, (route) => route.abort())
    await search(page, 'nobody')
    const retry = option(page, 'Couldn’t look through the users. Try again')
    await expect(retry).toBeVisible()
    await page.unroute(/accounts:query$/)
    await retry.click()
    await expect(page.getByText('Nothing found for “nobody”.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('a slash goes to the search field of a page that has one, and is a slash where something is typed', async () => {
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    const field = page.getByRole('searchbox', { name: 'Search users' })
    await field.waitFor()
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await page.keyboard.type('a/b')
    await expect(field).toHaveValue('a/b')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search, or go to a path' })).toBeFocused()
    await page.keyboard.type('/')
    await expect(page.getByRole('combobox', { name: 'Search, or go to a path' })).toHaveValue('/')
    await page.keyboard.press('Escape')
  })
  await test.step('users are found by their address, and every page of the settings by its name', async () => {
    await page.goto(`${world.origin}/projects/console`)
    await expect(page.getByRole('navigation', { name: 'Areas of console' })).toBeVisible()

    await search(page, 'olga@')
    await option(page, /^Olga Berg olga@example.com user$/).click()
    await expect(page).toHaveURL(/\/projects\/console\/users\/./)
    await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible()

    await search(page, 'members')
    await option(page, 'Settings: Members').waitFor()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/settings\?section=members$/)

    for (const [words, title, address] of [
      ['funnel', 'Analytics: Funnel', /analytics\?report=funnel$/],
      ['delete project', 'Settings: General', /settings$/],
      ['password', 'Settings: Sign-in', /settings\?section=sign-in$/],
      ['restore', 'Deleted documents', /data\/?\?view=deleted$/],
    ] as const) {
      await search(page, words)
      await option(page, title).click()
      await expect(page).toHaveURL(address)
    }
  })
  await test.step('what was opened is forgotten with signing out', async () => {
    await signOut(page)
    await page.goto(`${world.origin}/projects/demo-app`)
    await signIn(page)
    await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
    await search(page, '')
    await expect(option(page, 'Overview')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Opened lately' })).toHaveCount(0)
  })
})

test('a pinned page is at hand in another browser, and a collection however many there are', async ({
  page,
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await test.step('a pinned page is at hand in another browser, which begins with the project that was entered last', async () => {
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders`)
    await page.getByRole('button', { name: 'Pin this page' }).click()
    await expect(page.getByText('Pinned data/orders')).toBeVisible()
    await expect(page.getByRole('link', { name: 'data/orders' })).toBeVisible()

    await using another = await browser.newContext()
    const elsewhere = await another.newPage()
    await openSignedIn(elsewhere, `${world.origin}/`)
    await expect(elsewhere).toHaveURL(`${world.origin}/projects/demo-app`)
    await elsewhere.getByRole('link', { name: 'data/orders' }).waitFor()
    await search(elsewhere, 'orders')
    await elsewhere.getByRole('group', { name: 'Pinned' }).getByRole('option', { name: 'data/orders' }).click()
    await expect(elsewhere).toHaveURL(`${world.origin}/projects/demo-app/data/orders`)

    await search(elsewhere, 'unpin')
    await option(elsewhere, 'Unpin this page').click()
    await expect(page.getByRole('link', { name: 'data/orders' })).toHaveCount(0)
  })
  await test.step('a collection is found by its name however many there are', async () => {
    await using operator = await ProjectOperator.enter(world)
    const { firestore } = operator.services
    for (let part = 0; part < 3; part += 1) {
      const batch = writeBatch(firestore)
      for (let at = 0; at < 400; at += 1) batch.set(doc(firestore, `part${part}-${at}/one`), { at })
      await batch.commit()
    }
    await setDoc(doc(firestore, 'zz-last/one'), { at: 0 })
    await search(page, 'zz-la')
    await expect(option(page, 'zz-last collection')).toBeVisible()
  })
})

async function openProject(page: Page, world: ConsoleWorld): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/demo-app`)
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await type(page, text)
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search, or go to a path' }).fill(text)
}

function option(page: Page, name: string | RegExp) {
  return page.getByRole('option', { name })
}
