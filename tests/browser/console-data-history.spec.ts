import { expect } from '@playwright/test'
import { deleteDoc, doc, setDoc, updateDoc } from 'firebase/firestore'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { collectComplaints, ConsoleWorld, expectAccessible } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('the history of a document says who changed what, and brings back what was there before', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const { firestore } = other.services
  const complaints = collectComplaints(page)
  const data = new DataBrowser(page)
  const versions = page.getByRole('list', { name: 'Versions, the newest first' })
  const member = { email: 'ada@example.com', password: 'correct horse', role: 'editor' } as const
  await ProjectOperator.addMember(world, member)
  const account = await ConsoleAccount.signIn(world, member.email, member.password)
  await writeAs(account, world, 'by Ada')

  await test.step('the history of a document says who changed what, and brings an earlier version back', async () => {
    const note = doc(firestore, 'notes/first')
    await setDoc(note, { text: 'draft', stars: 1 })
    await updateDoc(note, { text: 'final <b>bold</b>' })
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first?tab=history`)
    await expect(versions.getByRole('button', { name: /^Changed text/ })).toBeVisible()
    await expect(versions.getByRole('button', { name: /^Created/ })).toBeVisible()
    await versions.getByRole('button', { name: /^Changed text/ }).press('Enter')
    await expect(page).toHaveURL(/version=/)
    const changes = page.getByRole('list', { name: 'Fields that changed' })
    await expect(changes).toContainText('draft')
    await expect(changes).toContainText('final <b>bold</b>')
    await expectAccessible(page)
    await page.reload()
    await expect(changes).toContainText('final <b>bold</b>')
    // Times are those of the reader's clock, with the zone, and in UTC on hover.
    const opened = page.locator('time[title$="Z"]').first()
    const exact = (await opened.getAttribute('title')) ?? ''
    const shownTime = await opened.textContent()
    expect(shownTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? (UTC|[+-]\d\d(:\d\d)?)$/)
    expect(Math.abs(Date.now() - Date.parse(exact))).toBeLessThan(600_000)

    // A change from elsewhere appears by itself.
    await updateDoc(note, { stars: 5 })
    await expect(versions.getByRole('listitem').filter({ hasText: /Changed stars|Changed text/ })).toHaveCount(2)
    await updateDoc(note, { a: 1, b: 2, c: { d: 3 }, e: 5, f: 6 })
    await expect(versions.getByRole('button', { name: /^Changed a, b, c and 2 more/ })).toBeVisible()
    await page
      .getByRole('button', { name: /^Restore the version of/ })
      .last()
      .press('Enter')
    await expect(page.getByText(/^Restored the version of/)).toBeVisible()
    await page.getByRole('tab', { name: 'Fields' }).click()
    await expect(data.value('text')).toHaveText('draft')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(data.value('stars')).toHaveText('5')
    await expect(data.value('text')).toHaveText('final <b>bold</b>')

    await deleteDoc(note)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('button', { name: /^Deleted/ })).toBeVisible()
    await page
      .getByRole('button', { name: /^Restore the version of/ })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Fields' }).click()
    await expect(data.value('stars')).toHaveText('5')
  })

  await test.step('the history calls colleagues by their names, with the uid on hover', async () => {
    await page.getByRole('link', { name: 'by-ada', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'by-ada', exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(versions.getByText('ada@example.com')).toHaveAttribute('title', /^\w{20,}$/)
    await expect(versions.getByText(/^operator /)).toHaveCount(0)

    // A conflict says who it is with.
    await page.getByRole('tab', { name: 'Fields' }).click()
    await data.editValue('text', 'string', 'mine')
    await writeAs(account, world, 'by Ada again')
    await expect(page.getByText(/^ada@example\.com changed a field that you changed, too\./)).toBeVisible()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText(/not saved/)).toHaveCount(0)
  })

  await test.step('a saved change is taken back by one press, unless somebody changed the field since', async () => {
    const order = doc(firestore, 'orders/order-1001')
    await updateDoc(order, { status: 'open', tags: ['a'] })
    await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
    await data.editValue('status', 'string', 'packed')
    await data.editValue('tags', 'add to array', '["b"]')
    await data.save()
    await expect(data.value('tags')).toHaveText('["a", "b"]')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(data.value('status')).toHaveText('open')
    await expect(data.value('tags')).toHaveText('["a"]')

    await data.editValue('status', 'string', 'sent')
    await data.save()
    await updateDoc(order, { status: 'lost' })
    await expect(data.value('status')).toHaveText('lost')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(page.getByRole('alert').filter({ hasText: 'This document was changed elsewhere' })).toBeVisible()
    await expect(data.value('status')).toHaveText('lost')
  })

  expect(complaints).toEqual([])
})

async function writeAs(account: ConsoleAccount, world: ConsoleWorld, text: string): Promise<void> {
  const written = await fetch(`${world.origin}/v1/projects/demo-app/databases/(default)/documents/notes/by-ada`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${await account.operatorToken('demo-app')}` },
    body: JSON.stringify({ fields: { text: { stringValue: text } } }),
  })
  expect(written.status).toBe(200)
}
