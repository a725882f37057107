import { generateKeyPairSync, sign } from 'node:crypto'

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string
  /** PEM. */
  readonly key: string
}

/** A certificate for `localhost` and 127.0.0.1, signed by itself and valid for a day (X.509 v3, RFC 5280; DER, ITU-T X.690). */
export function createSelfSignedCertificate(kind: 'ec' | 'rsa' = 'ec'): TestCertificate {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  // ecdsa-with-SHA256 or sha256WithRSAEncryption
  const algorithm = sequence(Buffer.from(kind === 'ec' ? '06082a8648ce3d040302' : '06092a864886f70d01010b0500', 'hex'))
  const commonName = sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('localhost')))
  const name = sequence(der(0x31, commonName))
  const hour = 3_600_000
  const validity = sequence(utcTime(Date.now() - hour), utcTime(Date.now() + 24 * hour))
  // dNSName [2] and iPAddress [7]
  const alternativeNames = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extension = sequence(Buffer.from('0603551d11', 'hex'), der(0x04, alternativeNames))
  const body = sequence(
    der(0xa0, Buffer.from('020102', 'hex')),
    Buffer.from('020101', 'hex'),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return { certificate: pem(certificate), key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function der(tag: number, content: Buffer): Buffer {
  const length = content.length
  const header =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(header), content])
}

/** `YYMMDDHHMMSSZ` */
function utcTime(timeMs: number): Buffer {
  const digits = new Date(timeMs).toISOString().replaceAll(/[-:T]/g, '')
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
