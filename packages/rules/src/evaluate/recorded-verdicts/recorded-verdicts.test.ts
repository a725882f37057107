import { decodeFields } from '@hearth/model'
import { describe, expect, test } from 'vitest'
import { ask, documentRules, issuesOf } from '../../testing/ask.ts'
import { bytes } from './bytes.ts'
import { collections } from './collections.ts'
import { logic } from './logic.ts'
import { numbers } from './numbers.ts'
import { places } from './places.ts'
import type { RecordedVerdicts } from './recorded-verdicts.ts'
import { strings } from './strings.ts'
import { times } from './times.ts'

const recordedVerdicts: Readonly<Record<string, RecordedVerdicts>> = {
  bytes,
  collections,
  logic,
  numbers,
  places,
  strings,
  times,
}

const fields = decodeFields({
  n: { integerValue: '1' },
  d: { doubleValue: 3 },
  s: { stringValue: 'abc' },
  r: { referenceValue: 'projects/demo-x/databases/(default)/documents/users/x' },
  l: { arrayValue: { values: [{ integerValue: '1' }] } },
  m: { mapValue: { fields: { a: { integerValue: '1' } } } },
  g: { geoPointValue: { latitude: 1, longitude: 2 } },
  t: { timestampValue: '2026-01-02T03:04:05.123456Z' },
  z: { nullValue: null },
})

function isGranted(condition: string): boolean {
  return ask(documentRules(`match /cases/{id} { allow get: if ${condition}; }`), {
    uid: 'ada',
    claims: { firebase: { sign_in_provider: 'password', identities: {} } },
    before: fields,
    others: new Map([['cases/one', fields]]),
  }).isAllowed
}

describe.each(Object.entries(recordedVerdicts))(
  'of %s',
  (_subject, { granted, denied, refused = [], stricter = [] }) => {
    test.each(granted)('grants %s', (condition) => {
      expect(isGranted(condition)).toBe(true)
    })

    test.each([...denied, ...stricter])('does not grant %s', (condition) => {
      expect(isGranted(condition)).toBe(false)
    })

    test.each(refused)('does not compile %s', (condition) => {
      const issues = issuesOf(
        `service cloud.firestore { match /databases/{database}/documents { match /cases/{id} { allow get: if ${condition}; } } }`,
      )
      expect(issues.map(({ severity }) => severity)).toContain('ERROR')
    })
  },
)
