import { parseTimestamp } from '@hearth/model/timestamp'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import type { CellTyping } from '../cells/use-cell-keys.ts'
import { ValueEditor } from './value-editor.tsx'

const nothing = (): void => {}

/** Edits a value. `onApply` is told when it is taken over. */
async function edit(value: TypedValue, inCell?: CellTyping) {
  const project = await enterProject(FakeServer.start())
  const onApply = vi.fn<(value: TypedValue) => void>()
  await renderComponent(
    <ValueEditor
      label="Edit it"
      value={value}
      isElement={false}
      mayOperate
      {...(inCell !== undefined && { inCell })}
      onApply={(next) => onApply(next)}
      onCancel={nothing}
      onTyping={nothing}
    />,
    { project },
  )
  return {
    onApply,
    form: page.getByRole('form', { name: 'Edit it' }),
    value: page.getByLabelText('Value', { exact: true }),
  }
}

test('bytes are written as hex, what is no pair of digits is refused at the field, which keeps it, and a file takes their place', async () => {
  const { onApply, form, value } = await edit({ kind: 'bytes', value: new Uint8Array([0x68, 0x69]) })
  await form.getByText('Hex', { exact: true }).click()
  await expect.element(value).toHaveValue('68 69')
  await value.fill('00 ff 1')
  await userEvent.keyboard('{Enter}')
  await expect.element(value).toHaveAccessibleDescription(/come in pairs/)
  await expect.element(value).toHaveFocus()
  await expect.element(value).toHaveValue('00 ff 1')
  expect(onApply).not.toHaveBeenCalled()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('There is no place for a file.')
  await userEvent.upload(input, new File([new Uint8Array([0, 255, 16])], 'seal.bin'))
  await expect.element(value).toHaveValue('00 ff 10')
  await form.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'bytes', value: new Uint8Array([0, 255, 16]) })
})

test('a moment is edited in its zone, to the microsecond', async () => {
  const { onApply, form } = await edit(timestampOf('2026-11-20T09:14:03.123456Z'))
  await form.getByLabelText('Zone').fill('Asia/Tokyo')
  await form.getByLabelText('Time', { exact: true }).fill('18:14:03.123457')
  await expect.element(form.getByText('2026-11-20T09:14:03.123457Z')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(onApply).toHaveBeenCalledExactlyOnceWith(timestampOf('2026-11-20T09:14:03.123457Z'))
})

test('what is typed over null is a text, and null that nobody types over stays null', async () => {
  const { onApply, form, value } = await edit({ kind: 'null' })
  await form.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenLastCalledWith({ kind: 'null' })
  await value.fill('Pear')
  await userEvent.keyboard('{Enter}')
  expect(onApply).toHaveBeenLastCalledWith({ kind: 'string', value: 'Pear' })
})

test('a switch has the focus, and Space turns it', async () => {
  const { onApply, form } = await edit({ kind: 'boolean', value: false })
  await userEvent.keyboard(' ')
  await form.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'boolean', value: true })
})

test('elements of an array are moved and added in its place, and the others keep their exact numbers', async () => {
  const most = { kind: 'integer', value: 9_223_372_036_854_775_807n } as const
  const one = { kind: 'double', value: 1 } as const
  const { onApply, form, value } = await edit({ kind: 'array', values: [one, most] })
  form.getByRole('button', { name: 'Move [1] up' }).element().focus()
  await userEvent.keyboard('{Enter}')
  form.getByRole('button', { name: 'Add element' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const element = page.getByRole('form', { name: 'Add what stands inside' })
  await value.fill('last')
  await element.getByRole('button', { name: 'Apply' }).click()
  await form.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({
    kind: 'array',
    values: [most, one, { kind: 'string', value: 'last' }],
  })
})

test('a geo point is two numbers, and a link to the map that tells it nothing of the page', async () => {
  const { onApply, form } = await edit({ kind: 'geopoint', latitude: 51.5, longitude: -0.12 })
  await form.getByLabelText('Latitude').fill('62')
  await form.getByLabelText('Longitude').fill('-0.5')
  const map = form.getByRole('link', { name: 'Show on OpenStreetMap' })
  await expect.element(map).toHaveAttribute('href', 'https://www.openstreetmap.org/?mlat=62&mlon=-0.5')
  await expect.element(map).toHaveAttribute('rel', 'noopener noreferrer')
  await form.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'geopoint', latitude: 62, longitude: -0.5 })
})

function timestampOf(text: string): TypedValue {
  return { kind: 'timestamp', micros: parseTimestamp(text) }
}

const overCell: CellTyping = { typed: undefined, isReady: true, autoFocus: true, isOver: true, texts: [] }

test('in a cell a moment is typed by the clock of the table or with its zone', async () => {
  const first = await edit(timestampOf('2026-11-20T09:14:03Z'), overCell)
  await expect.element(first.value).toHaveValue(localText('2026-11-20T09:14:03Z'))
  await first.value.fill('2026-11-21 25:00')
  await userEvent.keyboard('{Enter}')
  await expect.element(first.value).toHaveAccessibleDescription(/no time of day/)
  await first.value.fill('2026-11-21T08:00:00+01:00')
  await userEvent.keyboard('{Enter}')
  expect(first.onApply).toHaveBeenCalledExactlyOnceWith(timestampOf('2026-11-21T07:00:00Z'))
})

test('in a cell a geo point is typed with a comma', async () => {
  const spot = await edit({ kind: 'geopoint', latitude: 51.5, longitude: -0.12 }, overCell)
  await spot.value.fill('62, 10.5')
  await userEvent.keyboard('{Enter}')
  expect(spot.onApply).toHaveBeenCalledExactlyOnceWith({ kind: 'geopoint', latitude: 62, longitude: 10.5 })
})

test('in a cell a map is JSON, whose mistakes are told by their line, and Ctrl-Enter takes it over', async () => {
  const { onApply } = await edit(
    { kind: 'map', fields: new Map([['a', { kind: 'integer', value: 1n }]]) },
    { ...overCell, isOver: false },
  )
  const code = page.getByRole('textbox', { name: 'Value as JSON' })
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard('{{"a": 1,{Enter}"b" 2}')
  await expect.element(page.getByText(/^Line 2, column \d+: Here should be/)).toBeVisible()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onApply).not.toHaveBeenCalled()
  await userEvent.keyboard('{Control>}a{/Control}')
  await userEvent.keyboard('{{"a": 2}')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => onApply.mock.calls).toHaveLength(1)
  expect(onApply.mock.lastCall?.[0]).toEqual({ kind: 'map', fields: new Map([['a', { kind: 'integer', value: 2n }]]) })
})

/** On the clock of this machine, as the cell shows it. */
function localText(text: string): string {
  const at = new Date(text)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
