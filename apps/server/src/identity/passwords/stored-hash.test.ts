import { describe, expect, it } from 'vitest'
import type { ForeignHash } from './foreign-hash.ts'
import { decodeForeignHash, encodeForeignHash, parseStoredHash } from './stored-hash.ts'

const OWN = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`
const foreign: ForeignHash = {
  algorithm: 'SCRYPT',
  hash: 'AAAA',
  salt: 'BBBB',
  parameters: { signerKey: 'CCCC', saltSeparator: 'Bw==', rounds: 8, memoryCost: 14 },
}

describe('a hash that another server kept', () => {
  it('is taken as it is', () => {
    expect(parseStoredHash(OWN)).toBe(OWN)
    expect(decodeForeignHash(parseStoredHash(encodeForeignHash(foreign)))).toEqual(foreign)
  })

  it.each([
    ['dearer parameters of argon2id', OWN.replace('t=2', 't=200')],
    ['nothing', ''],
    ['no JSON', 'foreign:{'],
    ['null', 'foreign:null'],
    ['another algorithm', encodeForeignHash({ ...foreign, algorithm: 'ROT13' as never })],
    ['a parameter of the wrong type', encodeForeignHash({ ...foreign, parameters: { rounds: '8' as never } })],
    ['too many rounds', encodeForeignHash({ ...foreign, parameters: { ...foreign.parameters, rounds: 9 } })],
    ['no salt', encodeForeignHash({ ...foreign, salt: undefined as never })],
  ])('is refused with %s', (_case, text) => {
    expect(() => parseStoredHash(text)).toThrow(expect.objectContaining({ reason: 'INVALID_HASH' }))
  })
})
