import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { signingCertificate } from '../../apps/server/src/identity/tokens/signing-certificate.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** What the provider was asked. */
export interface SamlRequest {
  readonly id: string
  readonly acsUrl: string
  readonly spEntityId: string
  readonly relayState: string
  readonly isForced: boolean
}

/** What an answer says; a test changes some of it. */
export interface SamlClaims {
  readonly issuer: string
  readonly audience: string | undefined
  readonly recipient: string
  readonly inResponseTo: string | undefined
  /** Of the whole answer, which nobody signs. */
  readonly responseTo: string
  readonly notOnOrAfter: string
  readonly issuedAt: string
  readonly authnInstant: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
}

interface Signing {
  readonly privateKey: KeyObject
  readonly signatureAlgorithm: string
  readonly digestAlgorithm: string
}

/** A SAML 2.0 identity provider on a port of its own, which signs in `nameId` and asks nothing. */
export class SamlProvider implements AsyncDisposable {
  readonly entityId = 'https://id.example.com/metadata'
  readonly certificate: string
  nameId = 'ada@example.com'
  attributes: SamlClaims['attributes'] = { displayName: 'Ada Lovelace', groups: ['staff', 'math'] }
  readonly asked: SamlRequest[] = []
  readonly #server: Server
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

  private constructor(server: Server) {
    this.#server = server
    const kid = randomBytes(16).toString('hex')
    this.certificate = signingCertificate({ kid, ...this.#keys, createdAt: Date.now() })
    server.on('request', (request, response) => {
      const asked = this.read(new URL(request.url ?? '', this.ssoUrl).href)
      const { SAMLResponse, RelayState } = this.answer(asked)
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<!doctype html><form method="post" action="${asked.acsUrl}">
<input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><input type="hidden" name="RelayState" value="${RelayState}">
</form><script>document.forms[0].submit()</script>`)
    })
  }

  static async start(): Promise<SamlProvider> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, resolve))
    return new SamlProvider(server)
  }

  /** Another site than that of a server at 127.0.0.1. */
  get ssoUrl(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/sso`
  }

  get config() {
    return {
      enabled: true,
      idpConfig: {
        idpEntityId: this.entityId,
        ssoUrl: this.ssoUrl,
        idpCertificates: [{ x509Certificate: this.certificate }],
      },
      spConfig: { spEntityId: 'https://shop.example.com/saml' },
    }
  }

  get signing(): Signing {
    return {
      privateKey: this.#keys.privateKey,
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    }
  }

  /** Takes apart where a browser was sent (Bindings, section 3.4). */
  read(location: string): SamlRequest {
    const query = new URL(location).searchParams
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
    const valueOf = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? ''
    const request = {
      id: valueOf(/ ID="([^"]+)"/),
      acsUrl: valueOf(/AssertionConsumerServiceURL="([^"]+)"/),
      spEntityId: valueOf(/<saml:Issuer[^>]*>([^<]+)</),
      relayState: query.get('RelayState') ?? '',
      isForced: /ForceAuthn="true"/.test(xml),
    }
    this.asked.push(request)
    return request
  }

  claims(request: SamlRequest): SamlClaims {
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString()
    return {
      issuer: this.entityId,
      audience: request.spEntityId,
      recipient: request.acsUrl,
      inResponseTo: request.id,
      responseTo: request.id,
      notOnOrAfter: at(60_000),
      issuedAt: at(0),
      authnInstant: at(-1_000),
      nameId: this.nameId,
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      attributes: this.attributes,
    }
  }

  /** The form that a browser would bring. */
  answer(request: SamlRequest, changes: Partial<SamlClaims> = {}) {
    const claims = { ...this.claims(request), ...changes }
    return this.formOf(request, this.response(claims, this.sign(this.assertion(claims))))
  }

  formOf({ relayState }: SamlRequest, xml: string) {
    return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }
  }

  response({ responseTo, recipient, issuedAt, issuer }: SamlClaims, content: string): string {
    return `<samlp:Response xmlns:samlp="${protocol}" ID="_${randomBytes(16).toString('hex')}" Version="2.0" IssueInstant="${issuedAt}" Destination="${recipient}" InResponseTo="${responseTo}"><saml:Issuer xmlns:saml="${saml}">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
  }

  assertion(claims: SamlClaims, id = `_${randomBytes(16).toString('hex')}`): string {
    const { issuer, audience, recipient, inResponseTo, notOnOrAfter, issuedAt, authnInstant, nameId, nameIdFormat } =
      claims
    const responseTo = inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`
    const restriction =
      audience === undefined
        ? ''
        : `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
    const attributes = Object.entries(claims.attributes).map(([name, values]) => {
      const elements = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
      return `<saml:Attribute Name="${name}">${elements.join('')}</saml:Attribute>`
    })
    return `<saml:Assertion xmlns:saml="${saml}" ID="${id}" Version="2.0" IssueInstant="${issuedAt}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${recipient}" NotOnOrAfter="${notOnOrAfter}"${responseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${notOnOrAfter}">${restriction}</saml:Conditions><saml:AuthnStatement AuthnInstant="${authnInstant}"/><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  }

  /** The element of the name, with an enveloped signature after its issuer. */
  sign(xml: string, changes: Partial<Signing> = {}, name: 'Assertion' | 'Response' = 'Assertion'): string {
    const { privateKey, signatureAlgorithm, digestAlgorithm } = { ...this.signing, ...changes }
    const signed = new SignedXml({
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm,
      canonicalizationAlgorithm: exclusive,
    })
    signed.addReference({
      xpath: `//*[local-name(.)='${name}']`,
      digestAlgorithm,
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    })
    const issuer = `//*[local-name(.)='${name}']/*[local-name(.)='Issuer']`
    signed.computeSignature(xml, { location: { reference: issuer, action: 'after' } })
    return signed.getSignedXml()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
