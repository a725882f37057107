import { expect, it } from 'vitest'
import { isExpectedOrigin, parseRelyingParty, partyOfOrigin } from './relying-party.ts'

it.each([
  ['shop.example', 'https://shop.example', [], true],
  ['shop.example', 'https://shop.example:8443', [], true],
  ['shop.example', 'https://app.shop.example', [], false],
  ['shop.example', 'https://app.shop.example', ['app.shop.example'], true],
  ['shop.example', 'https://evilshop.example', ['evilshop.example'], false],
  ['shop.example', 'http://shop.example', [], false],
  ['shop.example', 'https://shop.example/', [], false],
  ['shop.example', 'shop.example', [], false],
  ['localhost', 'http://localhost:5173', [], true],
  ['localhost', 'http://127.0.0.1:5173', ['127.0.0.1'], false],
])('the passkeys of %s are asked for by %s, with the domains %j: %s', (rpId, origin, domains, isExpected) => {
  expect(isExpectedOrigin({ rpId, origins: [] }, origin, domains)).toBe(isExpected)
})

it('origins that are named are the only ones', () => {
  const party = parseRelyingParty({ rpId: 'shop.example', origins: ['https://app.shop.example'] })
  expect(isExpectedOrigin(party, 'https://app.shop.example', [])).toBe(true)
  expect(isExpectedOrigin(party, 'https://shop.example', [])).toBe(false)
})

it('the console is a relying party where its server has a name', () => {
  expect(partyOfOrigin('https://hearth.example:8443')?.rpId).toBe('hearth.example')
  expect(partyOfOrigin('http://127.0.0.1:4300')).toBeUndefined()
  expect(partyOfOrigin('http://[::1]:4300')).toBeUndefined()
})
