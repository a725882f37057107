import { expect, it } from 'vitest'
import { ok, openShop, SHOP_PROJECT as project } from '../../testing/open-shop.ts'
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { TestServer } from '../../testing/test-server.ts'

const page = { origin: 'https://shop.example' }

it('a restore brings no removed passkey back, keeps newer ones, and those of deleted accounts wait for somebody who enables them', async () => {
  await using server = await TestServer.start()
  const shop = await openShop(server)
  const { app } = await shop.owner.enter(project)
  const identity = `${server.origin}/identitytoolkit.googleapis.com`
  const json = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' }
  const call = async (method: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await fetch(`${identity}/v2/accounts/${method}?key=${app.apiKey}`, request)).json()) as Record<
      string,
      never
    >
  }
  const enrol = async (idToken: string): Promise<SoftwareAuthenticator> => {
    const { credentialCreationOptions } = await call('passkeyEnrollment:start', { idToken })
    const authenticator = new SoftwareAuthenticator()
    const authenticatorRegistrationResponse = authenticator.register(credentialCreationOptions as never, page)
    const made = await call('passkeyEnrollment:finalize', { idToken, authenticatorRegistrationResponse })
    expect(made).toHaveProperty('idToken')
    return authenticator
  }
  const signIn = async (authenticator: SoftwareAuthenticator): Promise<string> => {
    const { credentialRequestOptions } = await call('passkeySignIn:start', {})
    const authenticatorAuthenticationResponse = authenticator.assert(credentialRequestOptions as never, page)
    const answer: { localId?: string; error?: { message: string } } = await call('passkeySignIn:finalize', {
      authenticatorAuthenticationResponse,
    })
    return answer.localId ?? answer.error?.message ?? ''
  }
  const body = JSON.stringify({ rpId: 'shop.example' })
  await ok(fetch(`${identity}/v2/projects/${project}/passkeyConfig`, { method: 'PATCH', headers: json, body }))
  const ada = await shop.signUp('ada@example.com')
  const dora = await shop.signUp('dora@example.com')
  const [lost, doras] = [await enrol(ada.idToken), await enrol(dora.idToken)]
  const backup = await shop.backups.make()

  await shop.changeAccount({ localId: ada.localId, deletePasskey: [lost.id] })
  const newer = await enrol(ada.idToken)
  const path = `${identity}/v1/projects/${project}/accounts:delete`
  await ok(fetch(path, { method: 'POST', headers: json, body: JSON.stringify({ localId: dora.localId }) }))
  await shop.backups.restore(backup)

  expect(await signIn(lost)).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
  expect(await signIn(newer)).toBe(ada.localId)
  expect(await signIn(doras)).toBe('USER_DISABLED')
  await shop.changeAccount({ localId: dora.localId, disableUser: false })
  expect(await signIn(doras)).toBe(dora.localId)
})
