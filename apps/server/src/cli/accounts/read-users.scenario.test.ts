import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvQuoted } from '@hearth/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FilePosition, FileRecord } from './file-record.ts'
import { parseCsvRecord, readCsvRecords } from './read-csv-users.ts'
import { readJsonUsers } from './read-json-users.ts'

type Read = (file: string, from: FilePosition) => AsyncGenerator<FileRecord>

const beginning = { byte: 0, number: 0 }

async function recordsOf(read: Read, content: string, from: FilePosition = beginning): Promise<FileRecord[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-users-'))
  try {
    const file = join(folder, 'users')
    await writeFile(file, content)
    const records: FileRecord[] = []
    for await (const record of read(file, from)) records.push(record)
    return records
  } finally {
    await rm(folder, { recursive: true })
  }
}

it('reads every field of a CSV file as it was written, and goes on behind any record', async () => {
  const record = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 8 }), async (written) => {
      // A record of nothing but empty fields and blanks is no user.
      const records = written.map((fields) => ['u', ...fields])
      const content = records.map((fields) => `${fields.map(csvQuoted).join(',')}\r\n`).join('')
      const read = await recordsOf(readCsvRecords, content)
      expect(read.map(({ text }) => parseCsvRecord(text))).toEqual(records)
      const [first] = read
      const rest = await recordsOf(readCsvRecords, content, { byte: first?.end ?? 0, number: 1 })
      expect(rest).toEqual(read.slice(1))
    }),
    { numRuns: 40 },
  )
})

it.each([
  ['a last line without its break', 'a,b\nc,d', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['a line break within quotes', 'a,"b\nc"\nd\n', [['a', 'b\nc'], ['d']]], // prettier-ignore
  ['quotes that are not doubled, as the vendor writes them', 'a,"Ada ""the"" x, y "z" w"\n', [['a', 'Ada "the" x, y "z" w']]], // prettier-ignore
  ['quotes within a field that has none around it', 'a,Ada "x"\n', [['a', 'Ada "x"']]],
  ['a byte order mark and empty lines', '\uFEFFa,b\r\n\r\n \nc\n', [['a', 'b'], ['c']]], // prettier-ignore
])('reads a CSV file with %s', async (_case, content, fields) => {
  const read = await recordsOf(readCsvRecords, content)
  expect(read.map(({ text }) => parseCsvRecord(text))).toEqual(fields)
})

it('reads the users of any JSON file that has them, and goes on behind any user', async () => {
  const user = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
  const others = fc.dictionary(fc.constantFrom('kind', 'a"b', 'users2', '\\'), fc.jsonValue(), { maxKeys: 3 })
  await fc.assert(
    fc.asyncProperty(others, fc.array(user, { maxLength: 6 }), fc.nat(2), async (before, users, indent) => {
      const content = JSON.stringify({ ...before, users, after: [{ users: [{}] }] }, undefined, indent)
      const read = await recordsOf(readJsonUsers, content)
      expect(read.map(({ text }) => JSON.parse(text) as unknown)).toEqual(JSON.parse(JSON.stringify(users)))
      const [first] = read
      if (first === undefined) return
      const rest = await recordsOf(readJsonUsers, content, { byte: first.end, number: 1 })
      expect(rest).toEqual(read.slice(1))
    }),
    { numRuns: 60 },
  )
})

it.each([
  ['no users', '{"accounts":[{}]}', /no list "users"/],
  ['users deeper down', '{"a":{"users":[{}]}}', /no list "users"/],
  ['a member called users that is no list', '{"users":{"a":1}}', /no list "users"/],
  ['something else among the users', '{"users":[{},7]}', /no object where user 2/],
  ['a list that was cut', '{"users":[{"a":1},{"b"', /was cut/],
  ['a user of a megabyte', `{"users":[{"a":"${'x'.repeat(1024 * 1024)}"}]}`, /User 1 is too long/],
])('says what is wrong with a JSON file with %s', async (_case, content, sentence) => {
  await expect(recordsOf(readJsonUsers, content)).rejects.toThrow(sentence)
})

it('says that a quote in a CSV file is never closed once it is too long for a user', async () => {
  await expect(recordsOf(readCsvRecords, `a,"${'x\n'.repeat(200_000)}`)).rejects.toThrow(/User 1 is too long/)
})
