import { generateKeyPairSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
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

/** Its parser warns of the attribute that has no space before it, when the signature is held against the answer. */
const ANSWER = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" InResponseTo="_0">
<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>
<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_2"><saml:Issuer>https://idp.example</saml:Issuer>
<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
<ds:Reference Id="forged"URI="#_2"><ds:Transforms>
<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></ds:Transforms>
<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AA==</ds:DigestValue></ds:Reference>
</ds:SignedInfo><ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature></saml:Assertion></samlp:Response>`

test('an answer writes nothing into the log, whatever its parser says of it', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const options = {
    idpCert: String(publicKey.export({ type: 'spki', format: 'pem' })),
    issuer: 'x',
    audience: 'x',
    callbackUrl: 'https://hearth.example/__/auth/handler',
    wantAuthnResponseSigned: false,
  }
  const outputs = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write'))
  const encoded = Buffer.from(ANSWER).toString('base64')
  const verdict = await verifySaml({ encoded, options, requestId: '_0', askedAt: '2026-01-01T00:00:00Z' }, '192.0.2.1')
  expect(verdict).toEqual({ problem: 'Invalid signature' })
  const written = outputs.flatMap((write) => write.mock.calls.map(([text]) => String(text)))
  expect(written.filter((text) => text.includes('xmldom'))).toEqual([])
})
