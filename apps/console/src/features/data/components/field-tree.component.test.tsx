import { explainVerdict, judgeRows } from '@hearth/api'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { JudgedPanel } from '../see-as/judged-panel.tsx'
import { FieldTree } from './field-tree.tsx'

const nothing = (): void => {}

function EditedDocument({ fields, save }: { readonly fields: TypedFields; readonly save: () => void }) {
  const editing = useDraft(fields, true)
  return (
    <>
      <FieldTree document="bills/one" editing={editing} mayEdit save={save} onTyping={nothing} />
      <output>
        {editing.changes.map(({ path, value }) => `${path.join('.')}:${value?.kind ?? 'gone'}`).join(' ')}
      </output>
    </>
  )
}

/** Opens a document with these fields. Answers what is told of each save. */
async function open(fields: Readonly<Record<string, TypedValue>>) {
  const project = await enterProject(FakeServer.start())
  const shown: TypedFields = new Map(Object.entries(fields))
  const save = vi.fn<() => void>()
  await renderComponent(<EditedDocument fields={shown} save={save} />, {
    project,
    path: '/projects/demo-app/data/bills/one',
  })
  return save
}

/** A line by its path as people read it. */
function row(path: string) {
  return page
    .getByRole('treegrid', { name: 'Fields' })
    .getByRole('row')
    .filter({ has: page.getByTitle(path, { exact: true }) })
}

function value(path: string) {
  return row(path).getByRole('gridcell').nth(1)
}

function focus(path: string): void {
  ;(row(path).element() as HTMLElement).focus()
}

const changed = () => page.getByRole('status')

test('the tree is walked by arrows, and a value is edited and taken away where the focus is', async () => {
  const members = new Map<string, TypedValue>([
    ['x', { kind: 'integer', value: 1n }],
    ['y', { kind: 'integer', value: 2n }],
  ])
  await open({ a: { kind: 'string', value: 'one' }, m: { kind: 'map', fields: members } })
  focus('a')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(row('m')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(row('m.x')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('Value', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}11{Enter}')
  await expect.element(row('m.x')).toHaveFocus()
  await expect.element(value('m.x')).toHaveTextContent('11')
  await userEvent.keyboard('{ArrowDown}{Delete}')
  await expect.element(row('m.y')).not.toBeInTheDocument()
  await expect.element(changed()).toHaveTextContent('m.x:integer m.y:gone')
  focus('m.x')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(row('m')).toHaveFocus()
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(page.getByRole('form', { name: 'Edit a' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('a')).toHaveFocus()
})

test('Enter takes a text over, and Shift+Enter breaks its line', async () => {
  await open({ status: { kind: 'string', value: 'open' } })
  focus('status')
  await userEvent.keyboard('{Enter}')
  const editor = page.getByRole('form', { name: 'Edit status' })
  await expect.element(editor.getByText('Enter takes it over, Shift+Enter breaks the line.')).toBeVisible()
  await userEvent.keyboard('{End}{Shift>}{Enter}{/Shift}since May')
  await expect.element(editor.getByLabelText('Value', { exact: true })).toHaveValue('open\nsince May')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(row('status')).toHaveFocus()
  await expect.element(changed()).toHaveTextContent('status:string')
})

test('null stays null until something is typed, and again when that is taken away', async () => {
  await open({ note: { kind: 'null' }, other: { kind: 'null' } })
  focus('note')
  await userEvent.keyboard('{Enter}')
  const note = page.getByRole('form', { name: 'Edit note' })
  await userEvent.keyboard('x')
  await expect.element(note.getByRole('button', { name: /Type/ })).toHaveTextContent('string')
  await userEvent.keyboard('{Backspace}')
  await expect.element(note.getByRole('button', { name: /Type/ })).toHaveTextContent('null')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('note')).toHaveFocus()
  focus('other')
  await userEvent.keyboard('{Enter}typed{Enter}')
  await expect.element(value('other')).toHaveTextContent('typed')
  await expect.element(changed()).toHaveTextContent('other:string')
  await expect.element(changed()).not.toHaveTextContent('note')
})

test('seen as somebody who may change some fields, the others are locked with what is inside of them, and say why', async () => {
  const server = FakeServer.start()
  const project = await enterProject(server)
  server.answer(judgeRows, {
    rules: 'published',
    isKnown: true,
    rows: [{ path: 'bills/one', isAllowed: true, locked: ['at', 'by.name'] }],
  })
  server.answer(explainVerdict, {
    rules: 'published',
    isAllowed: false,
    lookedUp: [],
    test: { expectation: 'DENY', request: { path: '/x', method: 'update' } },
  })
  const by = new Map<string, TypedValue>([['name', { kind: 'string', value: 'Ada' }]])
  const fields: TypedFields = new Map<string, TypedValue>([
    ['at', { kind: 'integer', value: 1n }],
    ['by', { kind: 'map', fields: by }],
    ['note', { kind: 'string', value: 'late' }],
  ])
  const Judged = () => {
    const editing = useDraft(fields, true)
    return (
      <JudgedPanel path="bills/one" fields={fields}>
        {(judged) => <FieldTree document="bills/one" editing={editing} mayEdit judged={judged} onTyping={nothing} />}
      </JudgedPanel>
    )
  }
  await renderComponent(<Judged />, { project, path: '/projects/demo-app/data/bills/one?see=change' })
  await expect.element(page.getByText('Nobody signed in may change this')).toBeVisible()
  const judged = { as: null, act: 'change', fields: ['at', 'by', 'by.name', 'note'] }
  await expect.poll(() => server.asked.at(-1)?.body).toMatchObject(judged)
  const locked = (path: string) => row(path).getByRole('img', { name: 'may not be changed' })
  await expect.element(locked('at')).toBeVisible()
  await expect.element(locked('note')).not.toBeInTheDocument()
  await userEvent.click(row('by').getByRole('button', { name: 'Unfold by' }))
  await expect.element(locked('by.name')).toBeVisible()
  await userEvent.click(row('by.name').getByTitle('Ada'))
  const card = page.getByRole('dialog', { name: 'Why' })
  await expect.element(card.getByText('Nobody signed in may not change by.name')).toBeVisible()
  await expect.poll(() => server.asked.at(-1)?.body).toMatchObject({ path: 'bills/one', field: 'by.name' })
})

test('a field is saved as soon as it is taken over, unless it is to wait, and then others wait with it', async () => {
  const save = await open({ status: { kind: 'string', value: 'open' }, note: { kind: 'string', value: 'x' } })
  await value('status').click()
  const editor = page.getByRole('form', { name: 'Edit status' })
  await editor.getByLabelText('Value', { exact: true }).fill('paid')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await expect.element(changed()).toHaveTextContent('status:string')
  expect(save).not.toHaveBeenCalled()
  focus('note')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}a{/Control}y{Enter}')
  await expect.element(changed()).toHaveTextContent('status:string note:string')
  expect(save).not.toHaveBeenCalled()
})

test('a field is renamed, given another type and taken away from its menu, each with one save', async () => {
  const save = await open({ total: { kind: 'string', value: '12' }, note: { kind: 'null' } })
  const choose = async (path: string, item: string) => {
    await page.getByRole('button', { name: `More for ${path}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('total', 'timestamp')
  expect(save).not.toHaveBeenCalled()
  await choose('total', 'integer')
  await expect.element(changed()).toHaveTextContent('total:integer')
  expect(save).toHaveBeenCalledOnce()
  focus('note')
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await page.getByRole('menuitem', { name: 'Rename the field…' }).click()
  const naming = page.getByRole('form', { name: 'Rename note' })
  await naming.getByLabelText('Field name').fill('total')
  await userEvent.keyboard('{Enter}')
  await expect.element(naming.getByLabelText('Field name')).toHaveAccessibleDescription(/this name already/)
  await naming.getByLabelText('Field name').fill('remark')
  await userEvent.keyboard('{Enter}')
  await expect.element(row('remark')).toHaveFocus()
  await expect.element(row('note')).not.toBeInTheDocument()
})
