import { FieldPath, type QueryDocumentSnapshot } from 'firebase/firestore'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { databaseOf } from '../../../documents/project-database.ts'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { GridCursor } from '../cells/grid-cursor.ts'
import { CopiedCells, planPaste } from '../cells/range-cells.ts'
import { gridColumns } from '../columns/grid-column.ts'
import { seenFields } from '../filters/seen-fields.ts'
import { ReferenceNames } from '../queries/reference-names.ts'
import { DocumentGrid } from './document-grid.tsx'
import type { ColumnChange, GridEditing } from './document-grid-props.ts'

const goods = [
  { name: 'Apple', stock: 3, fresh: true, state: 'open' },
  { name: 'Bread', stock: 5, fresh: false, state: 'paid' },
  { name: 'نان سنگک تازه از تنور با کنجد و سبزی خوردن', stock: 7, state: 'open' },
  { name: 'Date\tor "fig"', stock: 9, fresh: true, state: 'paid' },
] as const

/** What the grid reads of a document. */
function documentOf(fields: Readonly<Record<string, unknown>>, row: number): QueryDocumentSnapshot {
  return {
    id: `good-${row}`,
    ref: { path: `goods/good-${row}` },
    metadata: { hasPendingWrites: false },
    data: () => fields,
    get: (path: FieldPath) => Object.entries(fields).find(([name]) => new FieldPath(name).isEqual(path))?.[1],
  } as unknown as QueryDocumentSnapshot
}

const documents = goods.map(documentOf)
const documentAt = (row: number): QueryDocumentSnapshot | undefined => documents[row]
const nothing = (): void => {}

async function showGrid(fields = ['name', 'stock', 'fresh', 'state']) {
  const project = await enterProject(FakeServer.start())
  const columns = gridColumns(fields, seenFields(goods), {})
  const editing = {
    marks: new Map(),
    open: nothing,
    put: vi.fn(),
    write: vi.fn(),
    paste: vi.fn(),
    undo: vi.fn(),
    redo: vi.fn(),
  }
  const onColumn = vi.fn<(field: string, change: ColumnChange) => void>()
  const onFilter = vi.fn()
  const copied = new CopiedCells()
  const names = new ReferenceNames(databaseOf(project, '(default)'))
  await renderComponent(
    <div style={{ width: 700, height: 300, overflow: 'auto' }}>
      <DocumentGrid
        label="Goods"
        size={documents.length}
        hasMore={false}
        documentAt={documentAt}
        onShow={nothing}
        columns={columns}
        isTable
        look={{ clock: 'utc', names, hrefOfPath: (path) => path }}
        openId={undefined}
        hrefOf={(id) => id}
        ordering={undefined}
        orderedBy={undefined}
        onSort={nothing}
        onColumn={onColumn}
        selection={undefined}
        isGone={undefined}
        onOpen={nothing}
        onFollow={nothing}
        onFilter={onFilter}
        onDelete={nothing}
        editing={editing satisfies GridEditing}
        menuOf={() => null}
        verdictOf={undefined}
        copied={copied}
        cursor={new GridCursor()}
      />
    </div>,
    { project },
  )
  const cell = (row: number, column: number): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`)
    if (found === null) throw new Error(`There is no cell ${row},${column}.`)
    return found
  }
  await expect.poll(() => cell(0, 1).textContent).toBe('Apple')
  return { cell, columns, editing, onColumn, onFilter, copied }
}

function copyAt(cell: HTMLElement): string {
  const clipboardData = new DataTransfer()
  cell.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
  return clipboardData.getData('text/plain')
}

test('what is held is copied for a spreadsheet, emptied and filled, and one cell is copied as it is', async () => {
  const { cell, editing } = await showGrid()
  cell(2, 1).focus()
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{ArrowRight}{/Shift}')
  expect(copyAt(cell(3, 3))).toBe(`${goods[2].name}\t7\t\n"Date\tor ""fig"""\t9\ttrue`)
  expect(page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(6)

  await userEvent.keyboard('{Control>}d{/Control}')
  expect(editing.write.mock.lastCall?.[0]).toMatchObject([
    { field: 'name', value: { value: goods[2].name } },
    { field: 'stock', value: { value: 7n } },
    { field: 'fresh', value: undefined },
  ])
  await userEvent.keyboard('{Delete}')
  expect(editing.write.mock.lastCall?.[0]).toHaveLength(5)
  await userEvent.keyboard('{Escape}')
  expect(page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(0)
  expect(copyAt(cell(3, 1))).toBe(goods[3].name)
})

test('the handle at the corner fills what it is drawn over, and Escape leaves it; keys fill down and right', async () => {
  const { cell, editing } = await showGrid()
  const press = (type: string, on: EventTarget): unknown =>
    on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'mouse', button: 0 }))
  const handle = () => document.querySelector<HTMLElement>('[data-fill]')
  const draw = (to: HTMLElement): void => {
    const corner = handle()
    if (corner === null) throw new Error('There is no handle.')
    press('pointerdown', corner)
    press('pointerover', to)
  }
  cell(0, 2).focus()
  expect(handle()?.parentElement).toBe(cell(0, 2))
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(() => handle()?.parentElement).toBe(cell(1, 2))
  draw(cell(3, 2))
  await expect.poll(() => page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(4)
  await userEvent.keyboard('{Escape}')
  press('pointerup', window)
  await expect.poll(() => page.getByRole('gridcell', { selected: true }).elements()).toHaveLength(2)
  expect(editing.write).not.toHaveBeenCalled()
  draw(cell(1, 4))
  press('pointerup', window)
  const sideways = [
    { field: 'fresh', value: { value: 3n } },
    { field: 'state', value: { value: 3n } },
    { field: 'fresh', value: { value: 5n } },
    { field: 'state', value: { value: 5n } },
  ]
  expect(editing.write.mock.lastCall?.[0]).toMatchObject(sideways)
  cell(1, 4).focus()
  await userEvent.keyboard('{Escape}{Control>}d{/Control}')
  expect(editing.write.mock.lastCall?.[0]).toMatchObject([{ field: 'state', value: { value: 'open' } }])
  cell(3, 1).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Control>}r{/Control}')
  expect(editing.write.mock.lastCall?.[0]).toMatchObject([{ field: 'stock', value: { value: goods[3].name } }])
})

test('Space turns a switch, a press on it does so too, and Alt-F asks for the value', async () => {
  const { cell, editing, onFilter } = await showGrid()
  cell(1, 3).focus()
  await userEvent.keyboard(' ')
  expect(editing.put).toHaveBeenLastCalledWith(expect.objectContaining({ field: 'fresh' }), {
    kind: 'boolean',
    value: true,
  })
  cell(0, 3).querySelector<HTMLElement>('[data-toggle]')?.click()
  expect(editing.put).toHaveBeenLastCalledWith(expect.objectContaining({ row: 0 }), { kind: 'boolean', value: false })
  await userEvent.keyboard('{Alt>}{Shift>}f{/Shift}{/Alt}')
  expect(onFilter).toHaveBeenLastCalledWith(documents[1], expect.objectContaining({ field: 'fresh' }), true)
})

test('keys take back what was saved last, and make it again', async () => {
  const { cell, editing } = await showGrid()
  cell(1, 3).focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(editing.undo).toHaveBeenCalledOnce()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}y{/Control}')
  expect(editing.redo).toHaveBeenCalledTimes(2)
  expect(editing.undo).toHaveBeenCalledOnce()
})

test('text that is read from the right keeps its beginning, and texts that repeat have a colour each', async () => {
  const { cell } = await showGrid()
  const directionOf = (row: number): string =>
    getComputedStyle(cell(row, 1).firstElementChild ?? cell(row, 1)).direction
  expect([directionOf(2), directionOf(0)]).toEqual(['rtl', 'ltr'])
  const colourOf = (row: number): string =>
    getComputedStyle(cell(row, 4).firstElementChild ?? cell(row, 4)).backgroundColor
  expect(colourOf(0)).toBe(colourOf(2))
  expect(colourOf(1)).toBe(colourOf(3))
  expect(colourOf(0)).not.toBe(colourOf(1))
})

test('ids stay in sight while columns scroll, and columns far beside are painted when they come', async () => {
  const many = Array.from({ length: 40 }, (_, at) => `f${at}`)
  const { cell } = await showGrid(['name', ...many])
  const scroller = page.getByRole('grid').element().parentElement
  if (scroller === null) throw new Error('The table lies in nothing.')
  const left = cell(0, 0).getBoundingClientRect().left
  expect(document.querySelector('[data-cell="0,40"]')).toBeNull()
  scroller.scrollLeft = scroller.scrollWidth
  await expect.poll(() => document.querySelector('[data-cell="0,40"]')).not.toBeNull()
  expect(cell(0, 0).getBoundingClientRect().left).toBe(left)
  cell(0, 40).focus()
  await userEvent.keyboard('{Home}{ArrowRight}')
  await expect.poll(() => document.activeElement?.getAttribute('data-cell')).toBe('0,1')
})

test('a column is moved and made wider by keys at its head, which the arrow up leads to', async () => {
  const { cell, onColumn } = await showGrid()
  cell(0, 2).focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(cell(-1, 2))
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(onColumn).toHaveBeenLastCalledWith('stock', { kind: 'move', to: 2 })
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await page.getByRole('menuitem', { name: 'Hide' }).click()
  expect(onColumn).toHaveBeenLastCalledWith('stock', { kind: 'hide' })
  await expect.poll(() => document.activeElement).toBe(cell(-1, 2))
})

test('a paste reads texts as the types that are there, says what it changes, and keeps types that were copied here', async () => {
  const { cell, columns, copied } = await showGrid()
  const source = { documentAt, columns }
  const at = { top: 2, bottom: 2, left: 1, right: 1 }
  const plan = planPaste('Rye\t12\tFALSE\nOat\tmany\t\tx\ty\nno row', at, source, copied)
  expect(plan.cells.map(({ field, value }) => [field, value])).toEqual([
    ['name', { kind: 'string', value: 'Rye' }],
    ['stock', { kind: 'integer', value: 12n }],
    ['fresh', { kind: 'boolean', value: false }],
    ['name', { kind: 'string', value: 'Oat' }],
    ['stock', { kind: 'string', value: 'many' }],
    ['fresh', undefined],
    ['state', { kind: 'string', value: 'x' }],
  ])
  expect(plan).toMatchObject({ documents: 2, otherTypes: 1, emptied: 1, leftOut: 2 })
  // An empty cell takes the type that is usual in its column, and what can't be read so is told.
  expect(planPaste('many', { top: 2, bottom: 2, left: 3, right: 3 }, source, copied)).toMatchObject({ otherTypes: 1 })
  // As many lines as a paste may have.
  expect(planPaste('1\n'.repeat(400_000), at, source, copied)).toMatchObject({ documents: 2 })
  // One value fills what is held.
  expect(planPaste('1', { top: 0, bottom: 3, left: 2, right: 2 }, source, copied).cells).toHaveLength(4)

  cell(0, 3).focus()
  const taken = copyAt(cell(0, 3))
  expect(planPaste(taken, { ...at, left: 1, right: 1 }, source, copied)).toMatchObject({
    cells: [{ field: 'name', value: { kind: 'boolean', value: true } }],
    otherTypes: 1,
  })
})
