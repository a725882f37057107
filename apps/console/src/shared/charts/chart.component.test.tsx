import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enterProject } from '../../testing/enter-project.ts'
import { FakeServer } from '../../testing/fake-server.ts'
import { renderComponent } from '../../testing/render-component.tsx'
import { Chart, type ChartProps } from './chart.tsx'

const days = Array.from({ length: 28 }, (_, at) => at)
const usual: ChartProps = {
  label: 'Users by day',
  kind: 'line',
  pointTitle: 'Day',
  points: days.map((at) => ({
    id: `2026-11-${at + 1}`,
    label: `${at + 1} Nov`,
    title: `Day ${at + 1}`,
    before: `Day ${at + 1} before`,
  })),
  series: [
    { name: 'Users', values: days.map((at) => 700 + at), look: 'now' },
    { name: '28 days before', values: days.map(() => 640), look: 'before' },
  ],
  format: String,
  better: 'more',
}

async function open(change: Partial<ChartProps> = {}, width = 900) {
  const project = await enterProject(FakeServer.start())
  return await renderComponent(
    <div style={{ width }}>
      <Chart {...usual} {...change} />
    </div>,
    { project },
  )
}

const plot = () => page.getByRole('application', { name: 'Users by day' })
const said = () => page.getByRole('status')

function focusPlot(): void {
  ;(plot().element() as HTMLElement).focus()
}

/** The pointer at a share of the width. */
async function pointAt(
  share: number,
  type: 'pointermove' | 'pointerdown' | 'pointerup' | 'pointerout',
  pointerType = 'mouse',
): Promise<void> {
  const element = plot().element() as HTMLElement
  const { left, top, width, height } = element.getBoundingClientRect()
  element.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      pointerType,
      button: 0,
      clientX: left + width * share,
      clientY: top + height / 2,
    }),
  )
  await Promise.resolve()
}

test('the arrow keys read point by point, with what it was before and the change, and Escape leaves', async () => {
  await open()
  focusPlot()
  await expect.element(said()).toHaveTextContent('Day 28: 727; Day 28 before: 640; Change +13.6%')
  await userEvent.keyboard('{Home}')
  await expect.element(said()).toHaveTextContent('Day 1: 700; Day 1 before: 640; Change +9.4%')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  await expect.poll(() => said().element().textContent).toMatch(/^Day 2: 701;/)
  await userEvent.keyboard('{Escape}')
  await expect.element(said()).toHaveTextContent('')
})

test('Shift and the arrows mark a range that Enter shows alone, and a button shows all again', async () => {
  await open()
  focusPlot()
  await userEvent.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await expect.element(said()).toHaveTextContent('Day 2 to Day 4 marked')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Whole range' })).toBeVisible()
  await page.getByRole('button', { name: 'As a table' }).click()
  const table = page.getByRole('table', { name: 'Users by day, table' })
  await expect.element(table.getByRole('row').nth(3)).toBeVisible()
  expect(table.getByRole('row').elements()).toHaveLength(4)
  await page.getByRole('button', { name: 'Whole range' }).click()
  expect(table.getByRole('row').elements()).toHaveLength(29)
  await expect.element(table.getByRole('rowheader', { name: 'Day 28' })).toBeInTheDocument()
})

test('a drag hands over the range from its first to its last point, and a double click leads back', async () => {
  const onZoom = vi.fn<NonNullable<ChartProps['zoom']>['onZoom']>()
  const onWhole = vi.fn<() => void>()
  await open({ zoom: { isZoomed: true, onZoom, onWhole } })
  ;(plot().element() as HTMLElement).setPointerCapture = () => {}
  await pointAt(1, 'pointerdown')
  await pointAt(0.5, 'pointermove')
  await pointAt(0, 'pointermove')
  await pointAt(0, 'pointerup')
  expect(onZoom.mock.calls.map(([from, to]) => [from.title, to.title])).toEqual([['Day 1', 'Day 28']])
  plot()
    .element()
    .dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  expect(onWhole).toHaveBeenCalledOnce()
})

test('a click and Enter open a point', async () => {
  const onOpen = vi.fn<NonNullable<ChartProps['opens']>['onOpen']>()
  await open({ opens: { hint: 'Click for the log', onOpen } })
  ;(plot().element() as HTMLElement).setPointerCapture = () => {}
  await pointAt(0, 'pointermove')
  await expect.element(page.getByText('Click for the log')).toBeVisible()
  await pointAt(0, 'pointerdown')
  await pointAt(0, 'pointerup')
  focusPlot()
  await userEvent.keyboard('{End}{Enter}')
  expect(onOpen.mock.calls.map(([point]) => point.title)).toEqual(['Day 1', 'Day 28'])
})

test('a finger reads a point first, and opens it when it comes to it again', async () => {
  const onOpen = vi.fn<NonNullable<ChartProps['opens']>['onOpen']>()
  await open({ opens: { hint: 'Click for the log', onOpen } })
  const tap = async (share: number): Promise<void> => {
    for (const type of ['pointerdown', 'pointerup', 'pointerout'] as const) await pointAt(share, type, 'touch')
    await expect.element(page.getByText('Click for the log')).toBeVisible()
  }
  await expect.element(plot()).toBeVisible()
  await tap(0)
  await tap(1)
  expect(onOpen).not.toHaveBeenCalled()
  await tap(1)
  expect(onOpen.mock.calls.map(([point]) => point.title)).toEqual(['Day 28'])
})

test.each([
  { where: 'on a desk', width: 900, ticks: ['0', '250', '500', '750'] },
  { where: 'on a phone', width: 358, ticks: ['0', '750'] },
])('$where labels of the axis stand apart and inside, and the ticks are round', async ({ width, ticks }) => {
  await open({}, width)
  const texts = () => [...document.querySelectorAll<SVGTextElement>('svg text')]
  await expect.poll(() => texts().length).toBeGreaterThan(4)
  const [days, values] = [true, false].map((isDay) =>
    texts().filter(({ textContent }) => textContent.endsWith('Nov') === isDay),
  )
  expect(values?.map(({ textContent }) => textContent)).toEqual(ticks)
  const boxes = days?.map((text) => text.getBoundingClientRect()) ?? []
  const whole = texts()[0]?.closest('svg')?.getBoundingClientRect()
  expect(boxes.every(({ left }, at) => at === 0 || left > (boxes[at - 1]?.right ?? 0))).toBe(true)
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(whole?.right ?? 0)
})

test('marks are links by their names, whose pills don’t lie upon one another', async () => {
  const mark = (at: number, id: string) =>
    ({
      id,
      at,
      kind: 'rules',
      label: 'Rules',
      title: `Rules ${id}`,
      href: `/projects/demo-app/rules?version=${id}`,
    }) as const
  await open({ marks: [mark(3, 'a'), mark(4, 'b'), mark(20, 'c'), mark(27, 'd')] })
  const links = page.getByRole('link')
  await expect
    .element(page.getByRole('link', { name: 'Rules d' }))
    .toHaveAttribute('href', '/projects/demo-app/rules?version=d')
  const boxes = links.elements().map((link) => link.getBoundingClientRect())
  expect(boxes.every(({ left }, at) => at === 0 || left >= (boxes[at - 1]?.right ?? 0))).toBe(true)
  focusPlot()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  // A pill without room is read at its point.
  await expect.poll(() => said().element().textContent).toMatch(/; Rules b$/)
})
