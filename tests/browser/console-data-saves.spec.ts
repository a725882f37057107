import { readFile } from 'node:fs/promises'
import { expect, type Page, type Route } from '@playwright/test'
import { ConsoleWorld } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { goToNote, Notes } from './kept-note.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

test('a document is written as JSON', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using notes = await Notes.enter(world)
  await notes.write('first', { text: 'before', other: 'x' })
  await notes.write('compact', { text: 'before' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)

  await test.step('what is typed in a field can be taken over on the way to another view', async () => {
    await page.getByRole('button', { name: 'Edit text', exact: true }).click()
    await page.getByRole('form', { name: 'Edit text' }).getByLabel('Value').fill('after')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply and go on' }).click()
    await expect(code(page)).toContainText('"text": "after"')
    await expect(page.getByText('1 change not saved')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    expect(await notes.read('first')).toEqual({ text: 'after', other: 'x' })
  })

  await test.step('what is typed on in the JSON while a save is on its way stays where it was typed, and is saved with the next', async () => {
    const commits = await holdCommits(page)

    await putCursorAfter(page, 'after')
    await page.keyboard.type('AAA')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saving', { exact: true })).toBeVisible()
    await page.keyboard.type('BBB')
    await expect(code(page)).toContainText('"text": "afterAAABBB"')
    await expect(page.getByText('Saving · 1 change not saved')).toBeVisible()
    await commits.letGo()
    await expect.poll(() => notes.read('first')).toEqual({ text: 'afterAAA', other: 'x' })
    await expect(page.getByText('1 change not saved', { exact: true })).toBeVisible()
    await page.keyboard.type('CCC')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    await page.keyboard.type('DDD')
    await expect(code(page)).toContainText('"text": "afterAAABBBCCCDDD"')
    expect(await notes.read('first')).toEqual({ text: 'afterAAABBBCCC', other: 'x' })
    // Somebody else's change elsewhere moves nothing either.
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    await notes.write('first', { text: 'afterAAABBBCCCDDD', other: 'longer than it was' })
    await expect(code(page)).toContainText('"longer than it was"')
    await page.keyboard.type('EEE')
    await expect(code(page)).toContainText('"text": "afterAAABBBCCCDDDEEE"')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
  })

  await test.step('JSON stays laid out as it was written', async () => {
    await goToNote(page, 'compact')
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(code(page)).toContainText('"text": "before"')
    await code(page).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('{"text":"compact","z":"1"}')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+s')
    await expect.poll(() => notes.read('compact')).toEqual({ text: 'compact', z: '1' })
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    await page.keyboard.type('23')
    await expect(code(page)).toHaveText('{"text":"compact","z":"123"}')
  })
})

test('fields of documents are edited and saved', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using notes = await Notes.enter(world)
  await notes.write('sent', { text: 'before', other: 'x', third: 'y' })
  await notes.write('numbers', { count: 1, text: 'x' })
  for (const id of ['refused', 'theirs', 'pressed', 'unanswered']) await notes.write(id, { text: 'before', other: 'x' })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/sent`)
  const data = new DataBrowser(page)

  await test.step('fields are edited while a save is on its way, and only what was sent counts as saved', async () => {
    const commits = await holdCommits(page)
    await data.editValue('text', 'string', 'first')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saving', { exact: true })).toBeVisible()
    await data.editValue('other', 'string', 'second')
    await data.editValue('text', 'string', 'first again')
    // The next save begins when this one is there.
    await page.keyboard.press('Control+s')
    await commits.letGo()
    await expect.poll(() => notes.read('sent')).toEqual({ text: 'first again', other: 'second', third: 'y' })
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    await expect(data.value('text')).toHaveText('first again')
    await expect(page.getByText(/changed elsewhere/)).toHaveCount(0)
  })

  await test.step('numbers can be edited again as soon as they are saved; those of somebody else are asked about', async () => {
    await goToNote(page, 'numbers')
    const count = page.getByRole('treegrid').getByRole('row').filter({ hasText: 'count' })
    // What asks for the types after the save gets no answer.
    let isSaved = false
    const unanswered: string[] = []
    page.on('response', (response) => {
      if (response.url().includes('demo-app') && response.url().endsWith('documents:commit')) isSaved = true
    })
    await page.route(/\/documents\/notes\/numbers$/, async (route) => {
      if (isSaved) unanswered.push(route.request().url())
      else await route.continue()
    })
    await data.editValue('count', 'integer', '2')
    await page.keyboard.press('Control+s')
    await expect.poll(() => isSaved).toBe(true)
    await expect(page.getByText(/not saved|^Saving/)).toHaveCount(0)
    await expect(data.value('count')).toHaveText('2')
    await count.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    const before = unanswered.length
    await notes.write('numbers', { count: 4, text: 'x' })
    await expect.poll(() => unanswered.length).toBeGreaterThan(before)
  })

  await test.step('a save that is refused is in the form again, with what was edited since', async () => {
    await goToNote(page, 'refused')
    const commits = await holdCommits(page)
    await data.editValue('text', 'string', 'mine')
    await page.keyboard.press('Control+s')
    await commits.whenHeld()
    await notes.write('refused', { text: 'theirs', other: 'x' })
    await data.editValue('other', 'string', 'since')
    await commits.letGo()
    await expect(page.getByRole('button', { name: 'Keep mine: text' })).toBeVisible()
    await expect(page.getByText('2 changes not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Keep mine: text' }).click()
    await data.save()
    expect(await notes.read('refused')).toEqual({ text: 'mine', other: 'since' })
  })

  await test.step('an open editor says at once that somebody else changed its field, and asks whose it is to be', async () => {
    await goToNote(page, 'theirs')
    const editor = page.getByRole('form', { name: 'Edit text' })
    const told = page.getByText(/changed this field elsewhere|This field was changed elsewhere/)
    await page.getByRole('button', { name: 'Edit text', exact: true }).click()
    await editor.getByLabel('Value').fill('mine')
    await notes.write('theirs', { text: 'before', other: 'changed' })
    await expect(data.value('other')).toHaveText('changed')
    await expect(told).toHaveCount(0)
    await notes.write('theirs', { text: 'theirs', other: 'changed' })
    await expect(told).toBeVisible()
    // It was the same account, at another place.
    await expect(page.getByText(/^You changed this field elsewhere, such as in another tab/)).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('theirs')
    await page.getByRole('button', { name: 'Keep mine: text' }).click()
    await expect(told).toHaveCount(0)
    await expect(editor.getByLabel('Value')).toBeFocused()
    await editor.getByLabel('Value').press('Enter')
    await expect.poll(() => notes.read('theirs')).toEqual({ text: 'mine', other: 'changed' })

    await page.getByRole('button', { name: 'Edit text', exact: true }).click()
    await editor.getByLabel('Value').fill('mine again')
    await notes.write('theirs', { text: 'theirs again', other: 'changed' })
    await page.getByRole('button', { name: 'Take the other: text' }).click()
    await expect(editor).toHaveCount(0)
    await expect(data.value('text')).toHaveText('theirs again')
    await expect(page.getByText(/not saved/)).toHaveCount(0)
  })

  await test.step('one press saves what is typed in an open editor, also inside a map', async () => {
    await goToNote(page, 'pressed')
    await page.getByRole('button', { name: 'Edit text', exact: true }).click()
    await page.getByRole('form', { name: 'Edit text' }).getByLabel('Value').fill('after')
    await page.keyboard.press('Control+s')
    await expect.poll(() => notes.read('pressed')).toEqual({ text: 'after', other: 'x' })

    await page.getByRole('button', { name: 'Add field', exact: true }).click()
    const editor = page.getByRole('form', { name: 'Add field' })
    await editor.getByLabel('Field name').fill('ship')
    await editor.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'map', exact: true }).click()
    await editor.getByRole('button', { name: 'Add field' }).click()
    const inner = page.getByRole('form', { name: 'Add what stands inside' })
    await inner.getByLabel('Field name').fill('city')
    await inner.getByLabel('Value').fill('London')
    await page.keyboard.press('Control+s')
    await expect.poll(() => notes.read('pressed')).toEqual({ text: 'after', other: 'x', ship: { city: 'London' } })

    // What is wrong is shown, and nothing is saved around it.
    await data.choose('other', 'Rename')
    const naming = page.getByRole('form', { name: 'Rename other' })
    await naming.getByLabel('Field name').fill('text')
    await page.keyboard.press('Control+s')
    await expect(naming.getByLabel('Field name')).toBeFocused()
    await expect(naming.getByLabel('Field name')).toHaveAttribute('aria-invalid')
    expect(await notes.read('pressed')).toEqual({ text: 'after', other: 'x', ship: { city: 'London' } })
    await naming.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('adding a document takes over the field that is still being typed, or shows what is wrong with it', async () => {
    await page.getByRole('button', { name: 'Add document' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a document to notes' })
    await dialog.getByLabel('Document ID').fill('second')
    await dialog.getByRole('button', { name: 'Add field', exact: true }).click()
    const editor = dialog.getByRole('form', { name: 'Add field' })
    await editor.getByLabel('Value').fill('typed')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(editor.getByLabel('Field name')).toBeFocused()
    await expect(editor.getByLabel('Field name')).toHaveAttribute('aria-invalid')
    await editor.getByLabel('Field name').fill('text')
    await expect(editor.getByLabel('Field name')).not.toHaveAttribute('aria-invalid')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page).toHaveURL(/\/data\/notes\/second$/)
    expect(await notes.read('second')).toEqual({ text: 'typed' })
  })

  await test.step('a geo point is typed or pasted into the first box as maps give it, and each box says what is wrong with it', async () => {
    await page.getByRole('button', { name: 'Add field', exact: true }).click()
    const editor = page.getByRole('form', { name: 'Add field' })
    await editor.getByLabel('Field name').fill('at')
    await editor.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'geo point', exact: true }).click()
    await expect(editor.getByRole('button', { name: 'Apply' })).toBeInViewport()
    const latitude = editor.getByLabel('Latitude')
    const longitude = editor.getByLabel('Longitude')
    await latitude.pressSequentially('48.4, 999')
    await expect(latitude).toHaveValue('48.4, 999')
    await expect(longitude).toHaveValue('999')
    await latitude.press('Enter')
    await expect(longitude).toHaveAttribute('aria-invalid')
    await expect(editor.getByText('A longitude reaches from -180 to 180.')).toBeVisible()
    await expect(latitude).not.toHaveAttribute('aria-invalid')
    await longitude.fill('9.99')
    await expect(latitude).toHaveValue('48.4')
    await page.keyboard.press('Control+s')
    await expect.poll(() => notes.read('second')).toMatchObject({ at: { latitude: 48.4, longitude: 9.99 } })
  })

  await test.step('a save that gets no answer waits in its tab, and arrives once', async () => {
    await goToNote(page, 'unanswered')
    const commits = await holdCommits(page)
    await data.editValue('text', 'string', 'without an answer')
    await page.keyboard.press('Control+s')
    await commits.whenHeld()
    // The way of the queue is open.
    await expect
      .poll(() => notes.read('unanswered'), { timeout: 30_000 })
      .toEqual({ text: 'without an answer', other: 'x' })
    await expect(page.getByText(/not saved|^Saving|Couldn’t save/)).toHaveCount(0)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
  })
})

test('a document and a table are left while something is not saved', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await using notes = await Notes.enter(world)
  await notes.write('first', { text: 'before', other: 'x' })
  const data = new DataBrowser(page)
  const users = page.getByRole('link', { name: 'Users', exact: true })
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/notes/first`)

  await test.step('leaving a document asks about what is not sent alone, and what is refused after it was left is kept', async () => {
    const commits = await holdCommits(page)
    await data.editValue('text', 'string', 'on its way')
    await page.keyboard.press('Control+s')
    await commits.whenHeld()
    await data.editValue('other', 'string', 'not sent')
    await users.click()
    const question = page.getByRole('alertdialog', { name: 'A change is not saved' })
    await question.getByRole('button', { name: 'Discard the change' }).click()
    await expect(page).toHaveURL(/\/users/)
    await commits.refuse()
    const lost = page.getByRole('region', { name: '1 change was not saved, and is kept here' })
    await expect(lost).toContainText('Change of notes/first:')
    await expect(lost).toContainText('it was still on its way to demo-app when you left it')
    const download = page.waitForEvent('download')
    await lost.getByRole('button', { name: 'Save as a file' }).click()
    expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject([
      { operation: 'update', place: 'notes/first', content: { text: 'on its way' }, removes: [] },
    ])
    expect(await notes.read('first')).toEqual({ text: 'before', other: 'x' })
    await lost.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog', { name: 'Discard 1 change?' }).getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('leaving a document can save first: it is left when the server has it, and stays with what is refused', async () => {
    await page.goBack()
    await expect(data.value('text')).toHaveText('before')
    await data.editValue('text', 'string', 'after')
    await page.getByRole('button', { name: 'Edit other', exact: true }).click()
    const editor = page.getByRole('form', { name: 'Edit other' })
    await editor.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'integer', exact: true }).click()
    await editor.getByLabel('Value').fill('typed')
    const question = page.getByRole('alertdialog', { name: '2 changes are not saved' })
    await users.click()
    await question.getByRole('button', { name: 'Save and leave' }).click()
    // What can't be taken over is shown, and nothing is saved around it.
    await expect(question).toHaveCount(0)
    await expect(editor.getByLabel('Value')).toBeFocused()
    expect(await notes.read('first')).toEqual({ text: 'before', other: 'x' })
    await editor.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'string', exact: true }).click()

    const commits = await holdCommits(page)
    await users.click()
    await question.getByRole('button', { name: 'Save and leave' }).click()
    await commits.whenHeld()
    await expect(question).toBeVisible()
    await commits.refuse()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/\/notes\/first$/)
    await expect(page.getByText(/^Couldn’t save\./)).toBeVisible()
    await expect(data.value('other')).toHaveText('typed')
    await expect(page.getByText('2 changes not saved')).toBeVisible()

    await users.click()
    await question.getByRole('button', { name: 'Save and leave' }).click()
    await commits.letGo()
    await expect(page).toHaveURL(/\/users/)
    expect(await notes.read('first')).toEqual({ text: 'after', other: 'typed' })
  })

  await test.step('a cell that is on its way when its table is left is not asked about, and is saved', async () => {
    await page.goto(`${world.origin}/projects/demo-app/data/notes?view=table&columns=${JSON.stringify(['text'])}`)
    const commits = await holdCommits(page)
    await page.locator('[data-cell="0,1"]').focus()
    await page.keyboard.type('on its way')
    await page.keyboard.press('Enter')
    await commits.whenHeld()
    await users.click()
    await expect(page).toHaveURL(/\/users/)
    expect(await notes.read('first')).toEqual({ text: 'after', other: 'typed' })
    await commits.letGo()
    await expect(page.getByText('Saved text of first')).toBeVisible()
    expect(await notes.read('first')).toEqual({ text: 'on its way', other: 'typed' })
  })
})

function code(page: Page) {
  return page.getByRole('textbox', { name: 'The document as JSON' })
}

async function putCursorAfter(page: Page, text: string): Promise<void> {
  await code(page).getByText(text).first().click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  if ((await code(page).innerText()).includes(`${text}",`)) await page.keyboard.press('ArrowLeft')
}

/** What saves documents of the project waits from now on, until it is let go. */
async function holdCommits(page: Page): Promise<Record<'whenHeld' | 'letGo' | 'refuse', () => Promise<void>>> {
  const held: Route[] = []
  let isOpen = false
  await page.route('**/demo-app/databases/*/documents:commit*', async (route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  })
  return {
    whenHeld: () => expect.poll(() => held.length).toBeGreaterThan(0),
    letGo: async () => {
      isOpen = true
      for (const route of held) await route.continue()
    },
    refuse: async () => {
      const error = { code: 403, status: 'PERMISSION_DENIED', message: 'Not today.' }
      for (const route of held.splice(0)) await route.fulfill({ status: 403, json: { error } })
    },
  }
}
