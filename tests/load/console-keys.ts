import type { Locator, Page } from '@playwright/test'
import { KeyTimes, leastToldMs } from './key-times.ts'
import { report } from './report.ts'

const arrows = 60
const rounds = 5
const rulesBlocks = 166

/** Documents of their own for what is typed in: one of many fields, and one near the largest there may be. */
export const typedDocuments: readonly { readonly path: string; readonly fields: unknown }[] = [
  {
    path: 'typed/wide',
    fields: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`field${n}`, { stringValue: `value ${n}` }])),
  },
  {
    path: 'typed/large',
    fields: Object.fromEntries(
      Array.from({ length: 4000 }, (_, n) => [`field${n}`, { stringValue: `value ${n} `.repeat(20) }]),
    ),
  },
]

/** Every place of the console where somebody types all day; the data are those of `console.bench.ts`. */
export async function measureKeys(page: Page, project: string): Promise<void> {
  const keys = await KeyTimes.of(page)
  await openTable(page, project)
  await measureWithoutPause(page, keys)
  await openTable(page, project)
  await page.locator('[data-cell="0,0"]').focus()
  for (let n = 0; n < arrows; n += 1) await keys.press('arrow key in the table', 'ArrowDown')
  await openTable(page, project)
  await measureCells(page, keys)
  await measureCondition(page, keys)
  await measurePalette(page, keys)
  await measureValues(page, keys, `${project}/data/big/d000007?view=table`, '', [
    ['name', 'Customer of the north'],
    ['n', '12345678'],
    ['total', '12.5e3'],
  ])
  await measureTime(page, keys, `${project}/data/big/d000007`)
  await measureValues(page, keys, `${project}/data/typed/wide`, ' of 400 fields', [
    ['field7', 'something else'],
    ['field9', 'and more'],
  ])
  await measureJson(page, keys, project)
  await measureRules(page, keys, project)
  keys.report()
}

async function openTable(page: Page, project: string): Promise<void> {
  await page.goto(`${project}/data/big?view=table`)
  await page.locator('[data-cell="0,1"]').waitFor()
}

/** Faster than anybody types, so that keys wait for the work of those before: the longest of all. */
async function measureWithoutPause(page: Page, keys: KeyTimes): Promise<void> {
  await keys.take()
  await page.locator('[data-cell="0,0"]').focus()
  for (let key = 0; key < arrows; key += 1) await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Add condition' }).press('Enter')
  await page.getByLabel('Field', { exact: true }).pressSequentially('total and what else there may be')
  const measured = Math.max(leastToldMs, ...(await keys.take()))
  report({ name: 'longest way from a key to the paint, without a pause', unit: 'ms', measured, goal: 50 })
}

/** Texts, whole numbers and doubles of five rows, each opened, typed into and saved. */
async function measureCells(page: Page, keys: KeyTimes): Promise<void> {
  const heads = await page.getByRole('columnheader').getByRole('button').allTextContents()
  for (let row = 0; row < rounds; row += 1) {
    for (const [field, text] of [
      ['name', 'somebody'],
      ['n', '123456'],
      ['total', '98.25'],
    ] as const) {
      const column = heads.indexOf(field) + 1
      await page.locator(`[data-cell="${row},${column}"]`).focus()
      await keys.press('Enter opens a cell', 'Enter')
      await page.keyboard.press('Control+a')
      await keys.type('key in a cell', text)
      await keys.press('Enter takes a cell over', 'Enter')
      // It leads to the cell below.
      await page.locator(`[data-cell="${row + 1},${column}"]:focus`).waitFor()
    }
  }
}

async function measureCondition(page: Page, keys: KeyTimes): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await page.getByRole('button', { name: 'Add condition' }).focus()
    await keys.press('Enter opens a condition', 'Enter')
    await keys.type('key in a condition', 'total')
    await page.getByLabel('Value', { exact: true }).focus()
    await keys.type('key in a condition', '1200')
    await keys.press('Escape closes a condition', 'Escape')
  }
}

async function measurePalette(page: Page, keys: KeyTimes): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await keys.press('Ctrl+K opens the palette', 'Control+k')
    await page.getByRole('dialog').waitFor()
    await keys.type('key in the palette', 'd00004 set')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function measureTime(page: Page, keys: KeyTimes, address: string): Promise<void> {
  await page.goto(address)
  for (let round = 0; round < rounds; round += 1) {
    await fieldRow(page, 'at').focus()
    await keys.press('Enter opens a time', 'Enter')
    await page.keyboard.press('Escape')
    await page.getByLabel('Zone').waitFor({ state: 'detached' })
  }
}

function fieldRow(page: Page, field: string): Locator {
  return page.locator('[role=treegrid] [data-key]').filter({ has: page.locator(`bdi[title="${field}"]`) })
}

/** Opens, fills and takes over the editors of some fields of a document, then saves it. */
async function measureValues(
  page: Page,
  keys: KeyTimes,
  address: string,
  of: string,
  values: readonly (readonly [field: string, text: string])[],
): Promise<void> {
  await page.goto(address)
  const row = (field: string) => fieldRow(page, field)
  await row(values[0]?.[0] ?? '').waitFor()
  for (let round = 0; round < 2; round += 1) {
    for (const [field, text] of values) {
      await row(field).focus()
      await keys.press(`arrow key in a document${of}`, 'ArrowUp')
      await row(field).focus()
      await keys.press(`Enter opens a value${of}`, 'Enter')
      await page.keyboard.press('Control+a')
      await keys.type(`first key of a value${of}`, text.slice(0, 1))
      await keys.type(`further key of a value${of}`, text.slice(1))
      // Another one each time, so that there is something to save.
      await keys.type(`further key of a value${of}`, String(round))
      await keys.press(`Enter takes a value over${of}`, 'Control+Enter')
      await row(field).waitFor()
    }
    await keys.press(`Ctrl+S saves a document${of}`, 'Control+s')
    await page.getByText(/not saved|^Saving$/).waitFor({ state: 'detached' })
  }
}

async function measureJson(page: Page, keys: KeyTimes, project: string): Promise<void> {
  await page.goto(`${project}/data/typed/large?tab=json`)
  const editor = page.getByLabel('The document as JSON')
  await editor.waitFor()
  await editor.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowLeft')
  await keys.type('key in the JSON of a document of 1 MB', 'typed here')
}

async function measureRules(page: Page, keys: KeyTimes, project: string): Promise<void> {
  await page.goto(`${project}/rules`)
  await page.getByRole('textbox', { name: /^Source of/ }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(longRules())
  await page.keyboard.press('Control+Home')
  for (let line = 0; line < 5; line += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await keys.type('key in rules of 1,000 lines', '\n// a note\nallow list: if request.auth.uid != null;')
}

function longRules(): string {
  const blocks = Array.from(
    { length: rulesBlocks },
    (_, n) => `    // The documents of kind ${n}.
    match /kind${n}/{document} {
      allow read: if request.auth != null && resource.data.owner == request.auth.uid;
      allow create, update: if request.auth.token.admin == true && request.resource.data.keys().hasOnly(['a', 'b']);
      allow delete: if false;
    }`,
  )
  return `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${blocks.join('\n')}\n  }\n}\n`
}
