import { SoftwareAuthenticator } from '../../../apps/server/src/testing/software-authenticator.ts'

const origin = 'https://login.example.com'
const challenge = 'Y2hhbGxlbmdl'

/** Answers of an authenticator that are right, with for whom they are, and their parts as inputs. */
export function generateSeeds() {
  const authenticator = new SoftwareAuthenticator()
  const made = authenticator.register({ rp: { id: 'example.com' }, user: { id: 'dQ' }, challenge }, { origin })
  const used = authenticator.assert({ rpId: 'example.com', challenge }, { origin })
  const registration = { id: made.id, ...made.response }
  const assertion = { id: used.id, ...used.response, userHandle: undefined }
  const parts = [
    registration.attestationObject,
    registration.clientDataJSON,
    assertion.authenticatorData,
    // A COSE_Key of RSA: { 1: 3, 3: -257, -1: 'n', -2: 'e' }
    Buffer.from('a4010303390100 20416e 214165'.replaceAll(' ', ''), 'hex').toString('base64url'),
  ]
  return {
    registration,
    assertion,
    expected: {
      party: { rpId: 'example.com', origins: [] },
      expects: (page: string) => page === origin,
      isGoodChallenge: (given: string) => given === challenge,
    },
    seeds: parts.map((part, index) => Buffer.concat([Buffer.from([index]), Buffer.from(part, 'base64url')])),
  }
}
