import { describe, expect, it } from 'vitest'
import { readCsvDocuments, readLineDocuments } from './read-documents.ts'

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
    expect(await read.next()).toMatchObject({
      value: { number: 2, problem: 'This is no line of an export, which has a path and fields.' },
    })
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
    expect(await read(line)).toEqual([
      { number: 1, path, isNew: path === newPath, fields, form, characters: expect.any(Number) as number },
    ])
  })

  it.each([
    [{ a: { stringValue: 'x' }, b: 3 }, 'Some values name their type'],
    [{ path: 'users', fields: typed }, 'users is not the path of a document.'],
    [{ path: 'users/ada', fields: { name: 'Ada' } }, 'The value of name is no typed JSON'],
    [{ n: { integerValue: 'many' } }, 'The value of n is no typed JSON'],
    [{ format: 'hearth-documents', version: 1 }, 'begins another export'],
  ])('are refused where nobody can know what is meant: %j', async (line, problem) => {
    const [, found] = await read({ name: 'plain' }, line)
    expect(found).toEqual({ number: 2, problem: expect.stringContaining(problem) as string })
  })

  it('may be the rest of an export, with its end', async () => {
    expect(await read({ path: 'users/ada', fields: typed }, { end: true, documents: 1 })).toHaveLength(1)
  })

  it.each([
    ['plain', { id: 'one', n: 1 }, { path: 'orders/one', fields: { n: { integerValue: '1' } } }],
    ['plain', { id: 17 }, { path: 'orders/17', fields: {} }],
    ['typed', { id: { stringValue: 'one' } }, { path: 'orders/one', fields: {} }],
    ['exported', { path: 'users/ada', fields: { id: typed.name } }, { path: 'users/ada', fields: { id: typed.name } }],
    ['plain', { n: 1 }, { problem: 'This line has no id in the field id.' }],
    ['plain', { id: 'a/b' }, { problem: 'orders/a/b is not the path of a document.' }],
  ])('are named by a field that was chosen: %s %j', async (_form, line, found) => {
    const file = new Blob([JSON.stringify(line)])
    expect(await all(readLineDocuments(file, { ...target, idField: 'id' }))).toMatchObject([found])
  })

  it('need a path where no collection is chosen', async () => {
    const file = new Blob([`{"n":1}\n{"path":"users/ada","fields":{}}`])
    const nowhere = { ...target, collection: '' }
    expect(await all(readLineDocuments(file, nowhere))).toMatchObject([
      { problem: expect.stringContaining('names no path') as string },
      { path: 'users/ada' },
    ])
    expect(await all(readCsvDocuments(new Blob(['id,n\na,1\n']), nowhere))).toMatchObject([
      { problem: expect.any(String) as string },
    ])
    expect(await all(readCsvDocuments(new Blob(['n\n1\n']), nowhere))).toMatchObject([
      { problem: expect.any(String) as string },
    ])
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

  it('have the column that names the document anywhere, and fields of that name in backticks', async () => {
    const read = async (text: string) => await all(readCsvDocuments(new Blob([text]), target))
    expect(await read('name;id\nAda;one\n')).toMatchObject([
      { path: 'orders/one', fields: { name: { stringValue: 'Ada' } } },
    ])
    expect(await read('n,path\n1,users/ada\n')).toMatchObject([{ path: 'users/ada', fields: { n: {} } }])
    const fields = { id: { stringValue: 'a' }, path: { stringValue: 'b' } }
    expect(await read('path,id,`path`\nusers/ada,a,b\n')).toMatchObject([{ path: 'users/ada', fields }])
  })

  it.each([
    ['id,total,total\n', 'Columns 2 and 3 of the first line are both “total”'],
    ['id,a,id\n', 'Columns 1 and 3'],
    ['a,`a`\n', 'Columns 1 and 2'],
    ['id,name\none,"Ada\ntwo,Eve\n', 'A quotation mark in line 2 is never closed'],
  ])('are refused where nobody can know what is meant: %j', async (text, problem) => {
    await expect(all(readCsvDocuments(new Blob([text]), target))).rejects.toThrow(problem)
  })

  it('are of UTF-8, or of UTF-16 as spreadsheets save it, and never garbage', async () => {
    const text = 'id\tname\none\tJosé 🐘\n'
    const utf16 = (isLittle: boolean, begin: string) => {
      const view = new DataView(new ArrayBuffer((begin + text).length * 2))
      for (const [at, unit] of (begin + text).split('').entries()) view.setUint16(at * 2, unit.charCodeAt(0), isLittle)
      return new Blob([view])
    }
    const files = [new Blob([text]), utf16(true, '\uFEFF'), utf16(false, '\uFEFF'), utf16(true, ''), utf16(false, '')]
    for (const file of files) {
      expect(await all(readCsvDocuments(file, target))).toMatchObject([
        { path: 'orders/one', fields: { name: { stringValue: 'José 🐘' } } },
      ])
    }
    const latin1 = new Blob([Uint8Array.from('id,name\none,José\n', (sign) => sign.charCodeAt(0))])
    await expect(all(readCsvDocuments(latin1, target))).rejects.toThrow('neither UTF-8 nor UTF-16')
    await expect(all(readLineDocuments(latin1, target))).rejects.toThrow('neither UTF-8 nor UTF-16')
  })

  it('are refused as a whole when the first line names no fields', async () => {
    await expect(all(readCsvDocuments(new Blob(['path,__x__\n']), target))).rejects.toThrow('Column 2')
  })
})
