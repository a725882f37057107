import { describe, expect, it } from 'vitest'
import { previewDocuments, readCsvDocuments, readLineDocuments } from './read-documents.ts'

const target = { root: 'projects/p/databases/(default)/documents', collection: 'orders' }

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('documents of JSON lines', () => {
  const head = '{"format":"hearth-documents","version":1,"project":"q","database":"(default)","readTime":""}'
  const who = 'projects/q/databases/(default)/documents/users/ada'

  it('go where an export had them, with references into this database', async () => {
    const document = `{"path":"users/ada/pets/rex","fields":{"of":{"referenceValue":"${who}"}}}`
    const file = new Blob([`${head}\n${document}\n{"end":true,"documents":1}\n`])
    expect(await all(readLineDocuments(file, target))).toMatchObject([
      { number: 2, path: 'users/ada/pets/rex', fields: { of: { referenceValue: `${target.root}/users/ada` } } },
    ])
  })

  it('tell of lines that are none, and of an export that was interrupted', async () => {
    const read = readLineDocuments(new Blob([`${head}\n{"path":1}\n`]), target)
    expect(await read.next()).toMatchObject({ value: { number: 2, problem: 'Line 2 has no path of a document.' } })
    await expect(read.next()).rejects.toThrow('ends before its last line')
  })

  it('tell of an export that has lost some of them', async () => {
    const file = new Blob([`${head}\n{"path":"users/ada","fields":{}}\n{"end":true,"documents":2}\n`])
    await expect(all(readLineDocuments(file, target))).rejects.toThrow('has 2 documents, but has 1')
  })

  it('get new ids in the collection when they have no paths', async () => {
    const file = new Blob([
      '{"n": 3, "at": {"$timestamp": "2026-11-20T09:14:03Z"}}\n\nno\n{"a": {"$server-time": true}}',
    ])
    expect(await all(readLineDocuments(file, target))).toMatchObject([
      {
        number: 1,
        path: expect.stringMatching(/^orders\/[A-Za-z0-9]{20}$/) as string,
        fields: { n: { integerValue: '3' }, at: { timestampValue: '2026-11-20T09:14:03Z' } },
      },
      { number: 3 },
      { number: 4, problem: 'What the server would work out has no place in a file.' },
    ])
  })
})

describe('lines without the head of an export', () => {
  const typed = { name: { stringValue: 'three' }, n: { integerValue: '3' } }
  const newPath = expect.stringMatching(/^orders\/[A-Za-z0-9]{20}$/) as string
  const read = async (...lines: readonly unknown[]) =>
    await all(readLineDocuments(new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join('')]), target))

  it.each([
    ['values that name their types', typed, newPath, typed, 'typed'],
    ['fields whose values name their types', { fields: typed }, newPath, typed, 'typed'],
    ['no fields', { fields: {} }, newPath, {}, 'typed'],
    ['a path and fields, as in an export', { path: 'users/ada', fields: typed }, 'users/ada', typed, 'exported'],
    [
      'a document of the REST API',
      { name: 'projects/q/databases/(default)/documents/users/ada', fields: typed, createTime: '', updateTime: '' },
      'users/ada',
      typed,
      'exported',
    ],
    ['plain values', { name: 'three' }, newPath, { name: { stringValue: 'three' } }, 'plain'],
    [
      'plain values in a map called fields',
      { fields: { name: 'three' } },
      newPath,
      { fields: { mapValue: { fields: { name: { stringValue: 'three' } } } } },
      'plain',
    ],
  ])('are read as what they say: %s', async (_title, line, path, fields, form) => {
    expect(await read(line)).toEqual([{ number: 1, path, fields, form, characters: expect.any(Number) as number }])
  })

  it.each([
    [{ a: { stringValue: 'x' }, b: 3 }, 'Some values name their type'],
    [{ path: 'users', fields: typed }, 'users is not the path of a document.'],
    [{ path: 'users/ada', fields: { name: 'Ada' } }, 'A value is not a JSON object'],
    [{ n: { integerValue: 'many' } }, 'integer'],
    [{ format: 'hearth-documents', version: 1 }, 'begins another export'],
  ])('are refused where nobody can know what is meant: %j', async (line, problem) => {
    const [, found] = await read({ name: 'plain' }, line)
    expect(found).toEqual({ number: 2, problem: expect.stringContaining(problem) as string })
  })

  it('may be the rest of an export, with its end', async () => {
    expect(await read({ path: 'users/ada', fields: typed }, { end: true, documents: 1 })).toHaveLength(1)
  })

  it('are shown before anything is written', async () => {
    const file = new Blob(['{"n":1}\n{"n":2}\n{"n":3}\n'])
    expect(await previewDocuments('lines', file, target, 2)).toMatchObject({
      lines: [{ number: 1 }, { number: 2 }],
      isWhole: false,
    })
    expect(await previewDocuments('lines', file, target, 3)).toMatchObject({ isWhole: true })
  })
})

describe('documents of comma-separated values', () => {
  it('have their path or id in the first column, and no field for an empty cell', async () => {
    const file = new Blob(['\uFEFFid,name,n\r\none,Ada,3\r\n,"Eve, too",\r\n'])
    expect(await all(readCsvDocuments(file, target))).toMatchObject([
      { number: 2, path: 'orders/one', fields: { name: { stringValue: 'Ada' }, n: { integerValue: '3' } } },
      { number: 3, fields: { name: { stringValue: 'Eve, too' } } },
    ])
  })

  it('tell of paths that are none and of lines with too many cells', async () => {
    const file = new Blob(['path,n\nusers,1\nusers/__a__,1\nusers/a,1,2\n'])
    expect(await all(readCsvDocuments(file, target))).toEqual([
      { number: 2, problem: 'users is not the path of a document.' },
      { number: 3, problem: 'users/__a__ is not the path of a document.' },
      { number: 4, problem: '3 cells, and the first line names 2.' },
    ])
  })

  it('are refused as a whole when the first line names no fields', async () => {
    await expect(all(readCsvDocuments(new Blob(['path,__x__\n']), target))).rejects.toThrow('Column 2')
  })
})
