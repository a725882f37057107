import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

const limits = { fieldsMax: 1_000, decodedBytesMax: 1024 * 1024 }

async function fieldsOf(text: string): Promise<Record<string, string>> {
  const form = await parseForm(Buffer.from(text), limits)
  return Object.fromEntries([...form].map(([name, value]) => [name, value.toString()]))
}

test('a form is read as by URLSearchParams', async () => {
  const piece = fc.constantFrom('a', 'b=', '=', '&', '+', '%', '%4', '%41', '%c3%a4', '%C3', '%zz', '%2', '%25', '%26')
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const text = pieces.join('')
      const expected: Record<string, string> = {}
      // Empty names stand for fields that are not there.
      for (const [name, value] of new URLSearchParams(text)) if (name !== '') expected[name] ??= value
      const { '': _empty, ...fields } = await fieldsOf(text)
      expect(fields).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('a value that is decoded in slices is whole', async () => {
  const value = 'aä%'.repeat(300_000)
  const form = await parseForm(Buffer.from(`x=1&long=${encodeURIComponent(value)}&y=2`), {
    fieldsMax: 3,
    decodedBytesMax: 2_000_000,
  })
  expect(form.get('long')?.toString()).toBe(value)
  expect(form.get('y')?.toString()).toBe('2')
})

test('fields and bytes have their bounds', async () => {
  const read = (text: string): Promise<unknown> => parseForm(Buffer.from(text), { fieldsMax: 3, decodedBytesMax: 10 })
  await expect(read('a&b&c')).resolves.toHaveProperty('size', 3)
  await expect(read('a&b&c&d')).rejects.toMatchObject({ reason: 'INVALID_FORM' })
  await expect(read('&&&&')).rejects.toMatchObject({ reason: 'INVALID_FORM' })
  await expect(read('a=12345&b=%36%37890')).resolves.toHaveProperty('size', 2)
  await expect(read('a=12345&b=%36%378901')).rejects.toMatchObject({ reason: 'BODY_TOO_LARGE' })
  await expect(read('a=12345&b=678901')).rejects.toMatchObject({ reason: 'BODY_TOO_LARGE' })
  await expect(read(`${'x'.repeat(101)}=12345678901&a=1`)).resolves.toHaveProperty('size', 1)
})
