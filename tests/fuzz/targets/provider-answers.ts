import type { Exchange } from '../../../apps/server/src/http/exchange.ts'
import { parseJsonBody } from '../../../apps/server/src/http/request-body.ts'
import { knownOAuth } from '../../../apps/server/src/identity/providers/known-providers.ts'
import {
  assertBearer,
  readSamlUser,
  type SamlAssertion,
} from '../../../apps/server/src/identity/providers/saml-assertion.ts'
import { readSamlResponse } from '../../../apps/server/src/identity/providers/saml-client.ts'
import { readUserInfo, verifiedAddressOf } from '../../../apps/server/src/identity/providers/oauth-client.ts'
import { assertionOf, unsignedAssertions } from '../../../apps/server/src/identity/tokens/unsigned-assertions.ts'
import { readGrant } from '../../../apps/server/src/protocols/oauth/protocol.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { ignoreUnauthenticated } from './judgement.ts'

const expected = {
  issuer: 'https://idp.example',
  recipient: 'https://hearth.example/__/auth/handler',
  requestId: '_nonce',
  signedInSince: 1_700_000_000_000,
  issuedUntil: Date.parse('2026-11-21T13:00:00Z'),
}
const element = (text: string, attributes?: object): object => ({
  _: text,
  ...(attributes !== undefined && { $: attributes }),
})
const assertion = {
  Assertion: {
    $: { IssueInstant: '2026-11-21T12:00:00Z' },
    Issuer: [element(expected.issuer)],
    Subject: [
      {
        NameID: [element('ada@example.com', { Format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' })],
        SubjectConfirmation: [
          {
            $: { Method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer' },
            SubjectConfirmationData: [
              { $: { Recipient: expected.recipient, InResponseTo: '_nonce', NotOnOrAfter: '2026-11-21T13:00:00Z' } },
            ],
          },
        ],
      },
    ],
    Conditions: [{ $: {}, AudienceRestriction: [{}] }],
    AuthnStatement: [{ $: { AuthnInstant: '2026-11-21T12:00:00Z' } }],
  },
  attributes: { mail: ['ada@example.com'], displayName: 'Ada' },
}
const saml = `<?xml version="1.0"?><samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" IssueInstant="2026-11-21T12:00:00Z" InResponseTo="_nonce"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_2"><saml:Issuer>https://idp.example</saml:Issuer><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><ds:Reference URI="#_2"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AA==</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>AA==</ds:SignatureValue></ds:Signature></saml:Assertion></samlp:Response>`
const profile = {
  id: 7,
  login: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  picture: { data: { url: 'https://x/y' } },
  data: { id: '1', username: 'a', profile_image_url: 'https://x' },
  addresses: [{ email: 'ada@example.com', primary: true, verified: true }],
  sub: 's',
}
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** What other servers say of somebody, and what a server says of itself. */
export const providerAnswerTargets: readonly FuzzTarget[] = [
  {
    name: 'saml-response',
    form: 'text',
    watches: [
      '/identity/providers/saml-client.ts',
      '/@node-saml/node-saml/lib/',
      '/xml-crypto/lib/',
      '/@xmldom/xmldom/lib/',
    ],
    seeds: [saml, saml.replace('SAML:2.0:status:Success', 'SAML:2.0:status:Responder')],
    words: [
      '<saml:Assertion>',
      '</saml:Assertion>',
      '<?xml version="1.0"?>',
      '<!DOCTYPE x [<!ENTITY a "b">]>',
      '&#x41;',
      '&a;',
      ' xmlns:a="b"',
      ' Algorithm="',
      '<a>',
      '<a/>',
      ' ID="_2"',
      ' URI="#_2"',
      ' URI=""',
    ],
    refusals: ['unauthenticated'],
    // The form of the window is 192 KiB of it in base64.
    limitBytes: 144 * KIB,
    async open() {
      const { checkSaml } = await import('../../../apps/server/src/identity/providers/check-saml.ts')
      const { generateKeyPairSync } = await import('node:crypto')
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const options = {
        idpCert: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        issuer: 'x',
        audience: 'x',
        callbackUrl: expected.recipient,
        wantAssertionsSigned: true,
        wantAuthnResponseSigned: false,
      }
      const encode = (input: Buffer): string => readSamlResponse(input.toString('base64'))
      return {
        async run(input) {
          const check = { encoded: encode(input), options, requestId: '_nonce', askedAt: '2026-11-21T12:00:00Z' }
          const { problem } = await checkSaml(check)
          if (problem === undefined) throw new TypeError('An answer that nobody signed was taken')
        },
        // The library has a thread of its own, for two seconds (`verify-saml.ts`).
        decode: encode,
      }
    },
  },
  {
    name: 'saml-assertion',
    form: 'json',
    watches: ['/identity/providers/saml-assertion.ts'],
    seeds: [JSON.stringify(assertion)],
    words: ['_', '$', 'Format', 'NameID', 'Recipient', 'mail', '__proto__'],
    refusals: ['unauthenticated'],
    limitBytes: 128 * KIB,
    open: () => ({
      run(input) {
        const json = treeOf(input)
        const { Assertion, attributes } = (isTree(json) ? json : {}) as { Assertion?: unknown; attributes?: unknown }
        // As `xml2js` makes it: lists of elements, whose attributes and texts are texts.
        const read = asElement(Assertion) as SamlAssertion
        ignoreUnauthenticated(() => assertBearer(read, expected))
        readSamlUser(read, isTree(attributes) ? attributes : undefined)
      },
    }),
  },
  {
    name: 'user-info',
    form: 'json',
    watches: ['/identity/providers/oauth-client.ts', '/identity/tokens/unsigned-assertions.ts'],
    seeds: [JSON.stringify(profile)],
    words: ['id', 'email', 'verified', 'primary', 'sub', 'email_verified', 'data', '__proto__'],
    refusals: ['unauthenticated'],
    limitBytes: MIB,
    open: () => ({
      async run(input) {
        // What the library reads it with.
        const json = JSON.parse(isJson(input) ? input.toString() : 'null') as Record<string, unknown>
        for (const { fields } of Object.values(knownOAuth)) ignoreUnauthenticated(() => readUserInfo(json, fields))
        verifiedAddressOf(isTree(json) ? json['addresses'] : json)
        if (isTree(json)) ignoreUnauthenticated(() => JSON.stringify(assertionOf('oidc.x', json)))
        await unsignedAssertions.verify('x', { providerId: 'google.com', idToken: input.toString() })
      },
    }),
  },
  {
    name: 'oauth-grant',
    form: 'bytes',
    watches: ['/protocols/oauth/protocol.ts', '/http/form.ts'],
    // The type, and below it the body.
    seeds: [
      `application/x-www-form-urlencoded\ngrant_type=${encodeURIComponent(jwtBearer)}&assertion=e30.e30.AA`,
      'application/x-www-form-urlencoded\ngrant_type=refresh_token&refresh_token=e30.e30.AA',
      `multipart/form-data; boundary=b\n--b\r\nContent-Disposition: form-data; name="grant_type"\r\n\r\n${jwtBearer}\r\n--b\r\nContent-Disposition: form-data; name="assertion"\r\n\r\ne30\r\n--b--`,
    ],
    words: [
      'multipart/form-data; boundary=b\n',
      '--b\r\n',
      '--b--',
      '\r\n\r\n',
      'Content-Disposition: form-data; name="',
      '; filename="x"',
      '"',
      '&',
      '=',
      '%',
    ],
    limitBytes: 32 * KIB,
    open: () => ({
      async run(input) {
        const line = Math.max(0, input.indexOf('\n'))
        const type = input
          .subarray(0, line)
          .toString('latin1')
          .replaceAll(/[^\x20-\x7e]/g, '')
        const body = input.subarray(line + 1)
        const exchange = { headers: { 'content-type': type }, readBody: async () => body }
        await readGrant(exchange as unknown as Exchange)
      },
    }),
  },
]

function isTree(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

/** No deeper than the tags of an answer may be (`saml-client.ts`). */
function treeOf(input: Buffer): unknown {
  try {
    return parseJsonBody(input)
  } catch {
    return undefined
  }
}

function isJson(input: Buffer): boolean {
  try {
    JSON.parse(input.toString())
    return true
  } catch {
    return false
  }
}

function asElement(json: unknown): object {
  if (!isTree(json)) return { _: String(json) }
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (name === '_') return [name, typeof value === 'string' ? value : '']
      if (name === '$') {
        const attributes = isTree(value) ? Object.entries(value) : []
        return [name, Object.fromEntries(attributes.filter(([, text]) => typeof text === 'string'))]
      }
      return [name, [value].flat().map(asElement)]
    }),
  )
}
