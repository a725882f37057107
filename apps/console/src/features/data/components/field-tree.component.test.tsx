import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TypedFields, TypedValue } from '../../../documents/values/typed-value.ts'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { FieldTree } from './field-tree.tsx'

const nothing = (): void => {}

function EditedDocument({ fields }: { readonly fields: TypedFields }) {
  const editing = useDraft(fields, true)
  return (
    <>
      <FieldTree document="bills/one" editing={editing} mayEdit onTyping={nothing} />
      <output>{editing.changes.map(({ path }) => path.join('.')).join(' ')}</output>
    </>
  )
}

async function open(fields: Readonly<Record<string, TypedValue>>): Promise<void> {
  const project = await enterProject(FakeServer.start())
  const shown: TypedFields = new Map(Object.entries(fields))
  await renderComponent(<EditedDocument fields={shown} />, { project, path: '/projects/demo-app/data/bills/one' })
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
  await expect.element(changed()).toHaveTextContent('m.x m.y')
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
  await expect.element(changed()).toHaveTextContent('status')
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
  await expect.element(changed()).toHaveTextContent('other')
  await expect.element(changed()).not.toHaveTextContent('note')
})
