import { expect } from '@playwright/test'
import { deleteDoc, doc, getDoc, updateDoc } from 'firebase/firestore'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { test } from './test.ts'

test('documents are added, edited by type, deleted and brought back, and are there after a reload', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/`)
  const beside = page.getByRole('heading', { name: 'Choose a collection' })
  await expect(beside).toBeVisible()
  await page.setViewportSize({ width: 375, height: 700 })
  await expect(beside).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('button', { name: 'Add collection' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add collection' })
  await adding.getByLabel('Collection id').fill('notes')
  await adding.getByLabel('Document id').fill('first')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(`${world.origin}/projects/demo-app/data/notes/first`)

  const data = new DataBrowser(page)
  await data.addField('text', 'string', 'hello')
  await data.addField('n', 'integer', '42')
  await data.addField('whole', 'double', '3')
  await data.addField('tags', 'array', '["a"]')
  await data.addField('at', 'server time')
  await expect(page.getByText('5 changes not saved')).toBeVisible()
  await data.save()
  await data.choose('tags', 'Add to tags what is not in it')
  const list = page.getByRole('form', { name: 'Add to tags what is not in it' })
  for (const text of ['b', 'a']) {
    await list.getByRole('button', { name: 'Add element' }).click()
    const element = page.getByRole('form', { name: 'Add what stands inside' })
    await element.getByLabel('Value').fill(text)
    await element.getByRole('button', { name: 'Apply' }).click()
  }
  await list.getByRole('button', { name: 'Apply' }).click()
  await data.editValue('n', 'geo point', '51.5, -0.12')
  await data.save()
  await expect(data.value('tags')).toHaveText('["a", "b"]')
  await data.editValue('tags', 'remove from array', '["a"]')
  await page.keyboard.press('Control+s')
  await expect(data.value('tags')).toHaveText('["b"]')
  await expect(data.value('n')).toHaveText('51.5, -0.12')
  await data.choose('whole', 'Rename')
  await page.getByRole('form', { name: 'Rename whole' }).getByLabel('Field name').fill('entire')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved 2 changes')).toBeVisible()
  await data.choose('entire', 'geo point')
  await expect(page.getByText(/^The type stays as it is/)).toBeVisible()
  await data.choose('entire', 'integer')
  await expect(data.value('entire')).toHaveText('3')
  await data.choose('text', 'Delete')
  await expect(data.row('text')).toHaveCount(0)
  await expect(page.getByText(/not saved|^Saving$/)).toHaveCount(0)

  await page.reload()
  await expect(data.value('tags')).toHaveText('["b"]')
  await expect(data.value('entire')).toHaveText('3')
  await expect(data.value('at')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('There is no such document')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(data.value('entire')).toHaveText('3')
})

test('documents are edited with care for what is typed and for what others do meanwhile', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using other = await ProjectOperator.enter(world)
  const complaints = collectComplaints(page)
  const data = new DataBrowser(page)
  const at = (id: string) => doc(other.services.firestore, 'orders', id)
  const asking = page.getByRole('alertdialog', { name: 'A change is not saved' })
  const goTo = async (id: string): Promise<void> => {
    await page.getByRole('link', { name: id, exact: true }).click()
    await expect(page.getByRole('heading', { name: id, exact: true })).toBeVisible()
  }
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders/order-1001`)

  await test.step('axe finds nothing in the tree of fields with an open editor, in both themes', async () => {
    await expect(data.row('items')).toBeVisible()
    await data.row('items').press('Enter')
    await expect(data.row('items[0]')).toBeVisible()
    await page.getByRole('button', { name: 'Edit status', exact: true }).click()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('form', { name: 'Edit status' }).getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a value that is not of its type is refused where it stands', async () => {
    await page.getByRole('button', { name: 'Edit total', exact: true }).click()
    const editor = page.getByRole('form', { name: 'Edit total' })
    await editor.getByLabel('Value').fill('a lot')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(editor.getByLabel('Value')).toHaveAccessibleDescription(/This is not a number/)
    await expect(editor.getByLabel('Value')).toHaveValue('a lot')
    await editor.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a document with unsaved changes is not left without a question', async () => {
    await data.editValue('status', 'string', 'typed')
    await page.getByRole('link', { name: 'order-1002' }).click()
    await asking.getByRole('button', { name: 'Stay here' }).click()
    await expect(data.value('status')).toHaveText('typed')
    await page.getByRole('link', { name: 'order-1002' }).click()
    await asking.getByRole('button', { name: 'Discard the change' }).click()
    await expect(page).toHaveURL(/order-1002$/)
    await expect(page.getByRole('heading', { name: 'order-1002', exact: true })).toBeVisible()
  })

  await test.step('what is typed and not applied, or is no document yet, is not left without a question', async () => {
    await page.getByRole('button', { name: 'Edit status', exact: true }).click()
    const value = page.getByRole('form', { name: 'Edit status' }).getByLabel('Value')
    await value.fill('half a word')
    for (const leave of [
      page.getByRole('tab', { name: 'JSON' }),
      page.getByRole('link', { name: 'Users' }),
      page.getByRole('link', { name: 'order-1001' }),
    ]) {
      await leave.click()
      await asking.getByRole('button', { name: 'Stay here' }).click()
      await expect(value).toHaveValue('half a word')
    }
    await page.getByRole('tab', { name: 'JSON' }).click()
    await asking.getByRole('button', { name: 'Discard the change' }).click()

    const json = page.getByLabel('The document as JSON')
    await expect(json).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await json.fill('{')
    await page.getByRole('link', { name: 'Users' }).click()
    await asking.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('tab', { name: 'Fields' }).click()
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(json).toHaveText('{')
    await page.getByRole('link', { name: 'Users' }).click()
    await asking.getByRole('button', { name: 'Discard the change' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  await test.step('a field that somebody else changes meanwhile is shown with both sides, and what was typed is kept', async () => {
    await page.goBack()
    await goTo('order-1003')
    await page.getByRole('tab', { name: 'Fields' }).click()
    await data.editValue('status', 'string', 'mine')
    await updateDoc(at('order-1003'), { status: 'theirs', note: 'from elsewhere' })
    const notice = page.getByRole('alert').filter({ hasText: 'Keep yours or take the other?' })
    await expect(notice).toContainText('mine')
    await expect(notice).toContainText('theirs')
    await expect(data.value('note')).toHaveText('from elsewhere')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expectAccessible(page)

    // The notice stands below what it is about, whatever the size of the window.
    const field = await data.row('status').boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((await notice.boundingBox())?.y ?? 0)
    await page.getByRole('button', { name: 'Take the other: status' }).click()
    await expect(data.value('status')).toHaveText('theirs')
    await expect(page.getByText('not saved')).toHaveCount(0)

    await data.editValue('status', 'string', 'mine')
    await updateDoc(at('order-1003'), { status: 'theirs again' })
    await page.getByRole('button', { name: 'Keep mine: status' }).click()
    await data.save()
    await expect(data.value('status')).toHaveText('mine')

    await data.editValue('status', 'string', 'kept')
    await deleteDoc(at('order-1003'))
    await expect(page.getByText('You deleted this document elsewhere')).toBeVisible()
    await page.getByRole('button', { name: 'Create it again with my changes' }).click()
    await data.save()
    await expect(data.value('status')).toHaveText('kept')
    await expect(data.value('note')).toHaveText('from elsewhere')
  })

  await test.step('what others do while an editor is open is neither overwritten nor loses what is typed', async () => {
    await goTo('order-1004')
    await page.getByRole('button', { name: 'Edit status', exact: true }).click()
    const editor = page.getByRole('form', { name: 'Edit status' })
    await editor.getByLabel('Value').fill('typed')
    await updateDoc(at('order-1004'), { status: 'theirs', number: 7 })
    await expect(data.value('number')).toHaveText('7')
    await expect(editor.getByLabel('Value')).toHaveValue('typed')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Keep yours or take the other?' })).toContainText('theirs')
    await page.getByRole('button', { name: 'Keep mine: status' }).click()
    await data.save()

    await page.getByRole('button', { name: 'Edit status', exact: true }).click()
    await editor.getByLabel('Value').fill('typed again')
    await deleteDoc(at('order-1004'))
    await expect(page.getByText('There is no such document')).toBeVisible()
    await expect(editor.getByLabel('Value')).toHaveValue('typed again')
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('You deleted this document elsewhere')).toBeVisible()
    await page.getByRole('button', { name: 'Create it again with my changes' }).click()
    await data.save()
    await expect(data.value('status')).toHaveText('typed again')
    await expect(data.value('number')).toHaveText('7')
  })

  await test.step('a save that comes a moment after somebody else’s overwrites nothing', async () => {
    await goTo('order-1005')
    let commits = 0
    await page.route(/projects\/demo-app\/.*documents:commit/, async (route) => {
      commits += 1
      if (commits === 1) await updateDoc(at('order-1005'), { status: 'theirs' })
      await route.continue()
    })
    await data.editValue('status', 'string', 'mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('This document was changed elsewhere at the same moment.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep mine: status' })).toBeVisible()
    expect((await getDoc(at('order-1005'))).get('status')).toBe('theirs')
    expect(commits).toBeGreaterThan(0)
  })

  expect(complaints).toEqual([])
})
