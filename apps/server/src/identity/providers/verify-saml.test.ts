import { expect, test } from 'vitest'
import { FairTurns } from '../passwords/fair-turns.ts'
import { type SamlVerdict, verifySaml } from './verify-saml.ts'

const options = { idpCert: 'none', issuer: 'sp', callbackUrl: 'https://sp.example/acs' }

const turns = new FairTurns({ running: 1, waiting: 4, waitingPerProject: 2, waitingPerAccount: 2 })

/** An answer that is none, which takes a thread all the same. */
function check(address: string): Promise<SamlVerdict> {
  const encoded = Buffer.from('<no-response/>').toString('base64')
  return verifySaml({ encoded, options, requestId: '_1', askedAt: new Date(0).toISOString() }, address, turns)
}

test('one site with many answers to a provider keeps nobody elsewhere from being checked', async () => {
  const ended: string[] = []
  const note = async (name: string, answer: Promise<SamlVerdict>): Promise<void> => {
    const said = await answer.then(
      ({ problem }) => (problem === undefined ? 'valid' : 'checked'),
      (error: unknown) => (error as { reason: string }).reason,
    )
    ended.push(`${name} ${said}`)
  }
  const flood = Array.from({ length: 3 }, (_, n) => note('flood', check(`2001:db8:1:${n}::1`)))
  await note('other', check('192.0.2.1'))
  // The latest of the flood gave its place up, one was being checked, and one had come before.
  const flooded = ['flood PROVIDER_UNREACHABLE', 'flood checked', 'flood checked']
  expect(ended.toSorted()).toEqual([...flooded, 'other checked'])
  await Promise.all(flood)
})
