import { expect } from '@playwright/test'
import { ConsoleWorld, expectAccessible } from './console-world.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

const open = documentRules('    match /orders/{order} { allow get: if true; }')

test('drafts of rules', async ({ page, context }) => {
  await using world = await ConsoleWorld.withOwner()
  const screen = await RulesScreen.open(page, world)
  await test.step('a draft that the browser has no room for is told of, with those that take it, and takes none of them', async () => {
    await expect(screen.editor).toContainText('if false')
    await page.evaluate(() => {
      const uid = localStorage.getItem('hearth.documents')
      for (let at = 1; at <= 7; at++) {
        const draft = { uid, text: 'a'.repeat(256 * 1024), at }
        localStorage.setItem(`hearth.kept.rules-draft.documents/long${at}.shop`, JSON.stringify(draft))
      }
      localStorage.setItem(
        'hearth.kept.rules-draft.files.shop',
        JSON.stringify({ uid, text: 'b'.repeat(261_000), at: 8 }),
      )
    })
    await screen.write(open.replace('true', `true // ${'c'.repeat(2000)}\n`))
    const notice = page.getByRole('alert').filter({ hasText: 'This browser has no room for what you changed last' })
    await expect(notice.getByRole('listitem')).toHaveText([
      ...[1, 2, 3, 4, 5].map((at) => `shop, Documents, long${at}`),
      'and 3 more',
    ])
    await expect(notice.getByRole('link', { name: 'shop, Documents, long1' })).toHaveAttribute(
      'href',
      '/projects/shop/rules?database=long1',
    )
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Users' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without publishing?' })
    await expect(question).toContainText('would be lost')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    const drafts = async () =>
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.rules-draft.')).length)
    expect(await drafts()).toBe(8)

    await page.evaluate(() => localStorage.removeItem('hearth.kept.rules-draft.files.shop'))
    await screen.write(open)
    await expect.poll(drafts).toBe(8)
    await expect(notice).toHaveCount(0)
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(question).toContainText('This browser keeps it')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.includes('.rules-draft.')) localStorage.removeItem(key)
    })
  })

  await test.step('a draft survives a reload, is compared, gone on with or discarded, and goes when it is published or the user signs out', async () => {
    await expect(screen.editor).toContainText('if false')
    await screen.write(open)
    // Nothing asks, and nothing is lost, what was typed last included.
    await page.reload()
    const offer = page.getByRole('alert').filter({ hasText: 'You have an unpublished draft from' })
    await expect(offer).toBeVisible()
    await expect(offer).not.toContainText('Other rules were published since')
    await expect(screen.editor).toContainText('if false')
    await expect(screen.editor).toHaveAttribute('aria-readonly', 'true')
    await expectAccessible(page)

    await offer.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /^Your draft from/ })
    await expect(dialog.getByRole('region', { name: 'Difference' })).toContainText('if true')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await expect(screen.editor).toContainText('if true')
    await expect(offer).toHaveCount(0)

    // Somebody else publishes before the draft is seen again. Rules of files have a draft of their own, of which there is none.
    const other = await context.newPage()
    await other.goto(`${world.origin}/projects/demo-app/rules`)
    const theirs = new RulesScreen(other)
    await other.getByRole('button', { name: 'Discard the draft' }).click()
    await theirs.write(documentRules('    // theirs'))
    await theirs.publish('Theirs')
    // What another tab has given up stays with the tab that goes on with it.
    await page.reload()
    await expect(offer).toContainText('Other rules were published since.')
    await offer.getByRole('button', { name: 'Go on' }).click()
    await expect(screen.editor).toContainText('if true')
    await screen.write(open.replace('true', '1 == 1'))
    await page.getByRole('link', { name: 'Users' }).click()
    await page
      .getByRole('alertdialog', { name: 'Leave without publishing?' })
      .getByRole('button', { name: 'Leave' })
      .click()
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Rules' }).click()
    await expect(offer).toContainText('Other rules were published since.')
    await page.getByText('Files', { exact: true }).last().click()
    await expect(screen.editor).toContainText('service firebase.storage')
    await expect(offer).toHaveCount(0)
    await page.getByText('Documents', { exact: true }).last().click()
    await offer.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Somebody published other rules since you began.')).toBeVisible()
    await page.keyboard.press('Escape')
    await screen.publish('Mine')
    await expect(page.getByText('As published')).toBeVisible()
    await page.reload()
    await expect(screen.editor).toContainText('1 == 1')
    await expect(page.getByText('As published')).toBeVisible()
    await expect(offer).toHaveCount(0)

    // What is discarded right after another area was looked at stays discarded.
    await screen.write(documentRules('    // no more'))
    await page.getByText('Files', { exact: true }).last().click()
    await expect(screen.editor).toContainText('service firebase.storage')
    await page.getByText('Documents', { exact: true }).last().click()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.reload()
    await expect(screen.editor).toContainText('1 == 1')
    await expect(offer).toHaveCount(0)

    await screen.write(documentRules('    // mine'))
    await page.reload()
    await expect(offer).toBeVisible()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out, and lose what isn’t saved?' })
    await expect(question.getByText('1 draft of rules, not published')).toBeVisible()
    await question.getByRole('button', { name: 'Sign out and discard' }).click()
    await expect(page).toHaveURL(/sign-in/)
    const kept = async () =>
      await page.evaluate(() => Object.values(localStorage).filter((text) => String(text).includes('mine')))
    await expect.poll(kept).toEqual([])
  })
})
