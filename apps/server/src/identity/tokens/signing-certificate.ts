import { type KeyObject, sign } from 'node:crypto'

/**
 * A self-signed X.509 certificate (RFC 5280) around a public key, because many verifiers read the keys of ID tokens from
 * certificates only. It vouches for nothing; a verifier trusts it for the address it came from.
 */
export function signingCertificate(key: {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
  createdAt: number
}): string {
  const name = sequence(set(sequence(objectIds.commonName, utf8String('Hearth ID tokens'))))
  const algorithm = sequence(objectIds.sha256WithRsa, element(0x05))
  const dayMs = 24 * 60 * 60 * 1000
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    // The first byte keeps the number positive and without a leading zero.
    element(0x02, Buffer.concat([Buffer.from([0x01]), Buffer.from(key.kid.slice(0, 32), 'hex')])),
    algorithm,
    name,
    sequence(generalizedTime(key.createdAt - dayMs), generalizedTime(key.createdAt + 365 * dayMs)),
    name,
    key.publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('RSA-SHA256', content, key.privateKey)
  const certificate = sequence(content, algorithm, element(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const objectIds = {
  /** 2.5.4.3 */
  commonName: Buffer.from('0603550403', 'hex'),
  /** 1.2.840.113549.1.1.11 */
  sha256WithRsa: Buffer.from('06092a864886f70d01010b', 'hex'),
}

/** One DER element: tag, length, content. */
function element(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

function sequence(...content: Uint8Array[]): Buffer {
  return element(0x30, ...content)
}

function set(...content: Uint8Array[]): Buffer {
  return element(0x31, ...content)
}

function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text))
}

/** RFC 5280 wants UTCTime until 2049, so the years after need the other form. */
function generalizedTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\.\d+/, '').replaceAll(/[-:T]/g, '')
  return Number(digits.slice(0, 4)) < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits))
}
