import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonInTurns } from './json-in-turns.ts'

const space = fc.constantFrom('', '', '', ' ', '\n', '\t \r\n')

/** Texts of JSON with space in all places, keys that come twice and keys of prototypes. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    fc.oneof(
      fc.constantFrom('1', '-0.5e3', 'true', 'null', '""', '[]', '{}', '"\\"],{"', '"\\\\"', '"\\u00e4ä\ud83d\ude00"'),
      fc.string().map((text) => JSON.stringify(text)),
    ),
    fc
      .array(fc.tuple(space, tie('json'), space), { maxLength: 6 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, fc.constantFrom('a', 'b', '7', '__proto__', ',{'), space, space, tie('json'), space), {
        maxLength: 6,
      })
      .map(
        (members) => `{${members.map(([a, key, b, c, value, d]) => `${a}"${key}"${b}:${c}${value}${d}`).join(',')}}`,
      ),
  ),
}))

/** What `JSON.parse` says; undefined for a refusal. */
function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

async function parsedInTurns(text: string, sliceBytes: number): Promise<{ value: unknown } | undefined> {
  try {
    return { value: await parseJsonInTurns(Buffer.from(text), { sliceBytes }) }
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid-argument', reason: 'INVALID_JSON' })
    return undefined
  }
}

test('a text gives what JSON.parse gives, wherever it is cut', async () => {
  await fc.assert(
    fc.asyncProperty(space, json, space, fc.integer({ min: 1, max: 12 }), async (before, text, after, sliceBytes) => {
      const whole = before + text + after
      const inTurns = await parsedInTurns(whole, sliceBytes)
      expect(JSON.stringify(inTurns)).toBe(JSON.stringify(parsed(whole)))
    }),
    { numRuns: 200 },
  )
})

test('a text that is broken is refused as by JSON.parse', async () => {
  const change = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...'[]{},:"0 \\n'))
  await fc.assert(
    fc.asyncProperty(json, change, fc.integer({ min: 1, max: 12 }), async (text, [place, taken, put], sliceBytes) => {
      const at = place % text.length
      // What stands for a pair of code units may be broken, too, and bytes have no half of one.
      const broken = (text.slice(0, at) + put + text.slice(at + taken)).toWellFormed()
      expect(JSON.stringify(await parsedInTurns(broken, sliceBytes))).toBe(JSON.stringify(parsed(broken)))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['[1,2,]'],
  ['[,1,2]'],
  ['[1,,2]'],
  ['[1 [2,3]]'],
  ['[[2,3] 1]'],
  ['{"a":1{"b":2,"c":3}}'],
  ['{"a":1,{"b":2,"c":3}}'],
  ['{"a" {"b":2,"c":3}}'],
  ['[1,2}'],
  ['[1,2]]'],
  ['[1,2] 3'],
  ['1,2,3'],
  ['[1,2,3'],
  ['"abc'],
  ['\ufeff[1,2]'],
])('%s is no JSON', async (text) => {
  for (let sliceBytes = 1; sliceBytes < 5; sliceBytes++) {
    await expect(parseJsonInTurns(Buffer.from(text), { sliceBytes })).rejects.toMatchObject({ reason: 'INVALID_JSON' })
  }
})

test('depth, number and encoding have their bounds', async () => {
  const deep = (levels: number): Buffer => Buffer.from(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
  expect(await parseJsonInTurns(deep(100))).toBeInstanceOf(Array)
  await expect(parseJsonInTurns(deep(101))).rejects.toMatchObject({ message: expect.stringContaining('100 levels') })
  const many = (count: number): Buffer => Buffer.from(`[${'1,'.repeat(count - 1)}1]`)
  expect(await parseJsonInTurns(many(1_500_000))).toHaveLength(1_500_000)
  await expect(parseJsonInTurns(many(1_500_001))).rejects.toMatchObject({
    message: expect.stringContaining('1500000 values'),
  })
  const members = (count: number): Buffer =>
    Buffer.from(`{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`)
  expect(Object.keys((await parseJsonInTurns(members(100_000))) as object)).toHaveLength(100_000)
  await expect(parseJsonInTurns(members(100_001))).rejects.toMatchObject({
    message: expect.stringContaining('100000 members'),
  })
  await expect(parseJsonInTurns(Buffer.from([0x22, 0xff, 0x22]))).rejects.toMatchObject({ reason: 'INVALID_JSON' })
})
