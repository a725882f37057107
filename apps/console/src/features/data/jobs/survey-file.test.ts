import { describe, expect, it } from 'vitest'
import { findIdFields, isElsewhere, previewDocuments, surveyLines, usualIdField } from './survey-file.ts'

const target = { root: 'projects/p/databases/(default)/documents', collection: 'orders' }
const fileOf = (...lines: readonly object[]) => new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join('')])
const exported = (path: string) => ({ path, fields: { id: { stringValue: 'x' } } })

it('a file is shown before anything is written', async () => {
  const file = fileOf({ n: 1 }, { n: 2 }, { n: 3 })
  expect(await previewDocuments('lines', file, target, 2)).toMatchObject({
    lines: [{ number: 1 }, { number: 2 }],
    isWhole: false,
  })
  expect(await previewDocuments('lines', file, target, 3)).toMatchObject({ isWhole: true })
})

describe('the field that names the documents', () => {
  it('is `id` as in CSV, where each line has a text or a whole number there', async () => {
    const fields = await findIdFields('lines', fileOf({ id: 'a', sku: 1, n: 1.5 }, { id: 7, sku: 2, n: 2.5 }), target)
    expect(fields).toEqual(['id', 'sku'])
    expect(usualIdField(fields)).toBe('id')
  })

  it.each([
    ['some lines have none', [{ id: 'a', b: 'x' }, { b: 'y' }]],
    ['the lines name their paths', [exported('orders/a'), exported('orders/b')]],
  ])('is none where %s', async (_why, lines) => {
    expect(usualIdField(await findIdFields('lines', fileOf(...lines), target))).toBeUndefined()
  })
})

describe('collections beside the one that was chosen', () => {
  it('are found wherever they are in the file', async () => {
    const inside = ['orders/a', 'orders/a/items/b'].map(exported)
    const file = fileOf(...inside, { n: 1 }, exported('users/ada'), exported('users/eve'), exported('ordersx/a/b/c'))
    const { signal } = new AbortController()
    expect((await surveyLines('lines', file, target, signal)).others).toEqual(['users', 'ordersx/a/b'])
    expect((await surveyLines('csv', new Blob(['path\nusers/a\n']), target, signal)).others).toEqual(['users'])
  })

  it('are all the same where none was chosen', () => {
    expect(isElsewhere('users/ada', '')).toBe(false)
    expect(isElsewhere('users/ada', 'orders')).toBe(true)
  })
})

it('values among the numbers of a column that are none are told with the line of the first', async () => {
  const file = new Blob(['n,name,mixed\n1,a,1\n2,,x\n"not, a number",b,y\n4.5,c,\n,d,z\n'])
  const { mixed } = await surveyLines('csv', file, target, new AbortController().signal)
  expect(mixed).toEqual([{ name: 'n', numbers: 3, others: 1, first: { line: 4, text: 'not, a number' } }])
})

it('texts of a column that are read as times are told with the line of the first', async () => {
  const text = '"""2026-01-01T00:00:00Z"""'
  const file = new Blob([`at,said,n\n,${text},1\n2026-01-01T00:00:00Z,${text},2\n2026-01-02T00:00:00.5Z,x,3\n`])
  const { times } = await surveyLines('csv', file, target, new AbortController().signal)
  expect(times).toMatchObject([{ name: 'at', count: 2, first: { line: 3 } }])
  expect(Date.parse(times[0]?.first.text ?? '')).toBe(Date.parse('2026-01-01T00:00:00Z'))
  const lines = fileOf({ at: '2026-01-01T00:00:00Z' })
  expect((await surveyLines('lines', lines, target, new AbortController().signal)).times).toEqual([])
})
