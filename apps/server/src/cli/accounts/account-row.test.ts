import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AccountRow, formatCsvRow, formatJsonRow, parseCsvRow, parseJsonRow } from './account-row.ts'
import { parseCsvRecord } from './read-csv-users.ts'

it.each(["=cmd|'/C calc'!A0", '+SUM(A1)', '-1+cmd()', '@x', '=1+1@evil.example'])(
  'A9 formula: what a user is called runs in no spreadsheet: %s',
  (text) => {
    const row = { localId: text, email: text, displayName: text, photoUrl: text }
    const provider = { providerId: 'google.com', rawId: text, email: text, displayName: text, photoUrl: text }
    const fields = parseCsvRecord(formatCsvRow({ ...row, providerUserInfo: [provider] }))
    expect(fields.filter((field) => /^[=+\-@]/.test(field))).toEqual([])
    expect(fields.filter((field) => field === `'${text}`)).toHaveLength(8)
  },
)

it('leaves hashes, numbers and ids as they are, for whoever else reads the file', () => {
  const row = { localId: '-Mx_z1', passwordHash: '+a/b=', salt: '/+==', phoneNumber: '+14155550123' }
  expect(parseCsvRecord(formatCsvRow(row))).toEqual(expect.arrayContaining(Object.values(row)))
})

it('gives every name back as it was', () => {
  const name = fc.stringMatching(/^['=+@-]{0,4}[a-z(]{1,4}$/)
  fc.assert(
    fc.property(name, (displayName) => {
      const parsed = parseCsvRow(formatCsvRow({ localId: 'ada', displayName } satisfies AccountRow))
      expect(parsed).toMatchObject({ kind: 'row', row: { displayName } })
    }),
  )
})

it('keeps in JSON that a user was made by the sign-in with a custom token', () => {
  const row = { localId: 'ada', customAuth: true }
  expect(parseJsonRow(formatJsonRow(row))).toEqual({ kind: 'row', row })
})
