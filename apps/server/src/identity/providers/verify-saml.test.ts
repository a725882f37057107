import { generateKeyPairSync } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { verifySaml } from './verify-saml.ts'

/** Its parser warns of the attribute that has no space before it, when the signature is held against the answer. */
const answer = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" InResponseTo="_0">
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
  const encoded = Buffer.from(answer).toString('base64')
  const verdict = await verifySaml({ encoded, options, requestId: '_0', askedAt: '2026-01-01T00:00:00Z' })
  expect(verdict).toEqual({ problem: 'Invalid signature' })
  const written = outputs.flatMap((write) => write.mock.calls.map(([text]) => String(text)))
  expect(written.filter((text) => text.includes('xmldom'))).toEqual([])
})
