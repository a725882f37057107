import { expect, it } from 'vitest'
import { CsvFile } from './csv-file.ts'

const root = 'projects/p/databases/(default)/documents'
const { signal } = new AbortController()

it('has a column for each field of any document, and a line for each document', async () => {
  const file = new CsvFile(root)
  file.add([{ path: 'parts/a', fields: { n: { integerValue: '1' } } }])
  file.add([{ path: 'parts/b', fields: { name: { stringValue: 'x, y' } } }])
  expect(await (await file.finish(signal)).text()).toBe('path,n,name\r\nparts/a,1,\r\nparts/b,,"x, y"\r\n')
})

it('counts empty cells as well, which are most of a table of documents that have little in common', async () => {
  const file = new CsvFile(root)
  for (let n = 0; n < 100; n++) file.add([{ path: `parts/${n}`, fields: { [`field${n}`]: { integerValue: '1' } } }])
  const { size } = await file.finish(signal)
  expect(file.characters).toBeGreaterThan(100 * 101)
  expect(file.characters).toBeLessThan(size)
})

it('leaves the thread to others while it is written, and ends when nobody wants it any more', async () => {
  const file = new CsvFile(root)
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}`, { integerValue: String(n) }]))
  file.add(Array.from({ length: 5_000 }, (_, n) => ({ path: `parts/${n}`, fields })))
  const abort = new AbortController()
  let turns = 0
  const others = setInterval(() => ++turns === 3 && abort.abort(), 0)
  await expect(file.finish(abort.signal)).rejects.toThrow('aborted')
  clearInterval(others)
  expect(turns).toBeGreaterThanOrEqual(3)
  expect((await (await file.finish(signal)).text()).split('\r\n')).toHaveLength(5_002)
})
