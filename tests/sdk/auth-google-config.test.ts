import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

it('a project has a Google client of its own, whose secret is never given back, or the server’s', async () => {
  await using server = await TestServer.start({
    settings: { HEARTH_GOOGLE_CLIENT_ID: 'servers', HEARTH_GOOGLE_CLIENT_SECRET: 'hush' },
  })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app', 'Shop')
  const authorization = `Bearer ${await owner.operatorToken('shop-app')}`
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.origin}/v2/projects/shop-app/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const google = 'defaultSupportedIdpConfigs'
  const name = `projects/shop-app/${google}/google.com`
  expect((await call('GET', google)).body).toEqual({
    [google]: [{ name, enabled: true, clientId: 'servers', isServers: true }],
  })
  const own = { clientId: 'own', clientSecret: 'also hush' }
  expect((await call('POST', `${google}?idpId=google.com`, own)).body).toEqual({ name, enabled: true, clientId: 'own' })
  expect((await call('POST', `${google}?idpId=google.com`, own)).status).toBe(400)
  expect((await call('POST', `${google}?idpId=myspace.com`, own)).status).toBe(400)
  const changed = await call('PATCH', `${google}/google.com?updateMask=enabled`, { enabled: false, clientId: 'other' })
  expect(changed.body).toEqual({ name, enabled: false, clientId: 'own' })
  expect((await call('GET', google)).body).toEqual({ [google]: [{ name, enabled: false, clientId: 'own' }] })
  const acceptedClientIds = ['phone', 'tablet']
  expect((await call('PATCH', `${google}/google.com`, { acceptedClientIds })).body).toMatchObject({ acceptedClientIds })
  expect((await call('PATCH', `${google}/google.com`, { acceptedClientIds: [''] })).status).toBe(400)
  expect((await call('PATCH', `${google}/google.com`, { acceptedClientIds: 'phone' })).status).toBe(400)
  const many = Array.from({ length: 51 }, (_, index) => `phone-${index}`)
  expect((await call('PATCH', `${google}/google.com`, { acceptedClientIds: many })).status).toBe(400)
  expect((await call('GET', google)).body).toMatchObject({ [google]: [{ clientId: 'own', acceptedClientIds }] })
  const acme = { enabled: true, issuer: 'https://id.example.com', clientId: 'own', acceptedClientIds }
  expect((await call('POST', 'oauthIdpConfigs?oauthIdpConfigId=oidc.acme', acme)).body).toMatchObject(acme)
  const fewer = { acceptedClientIds: ['phone'] }
  expect((await call('PATCH', 'oauthIdpConfigs/oidc.acme?updateMask=acceptedClientIds', fewer)).status).toBe(200)
  expect((await call('GET', 'oauthIdpConfigs/oidc.acme')).body).toMatchObject({ ...acme, ...fewer })
  expect((await call('DELETE', 'oauthIdpConfigs/oidc.acme')).status).toBe(200)
  expect((await call('GET', 'oauthIdpConfigs')).body).toEqual({ oauthIdpConfigs: [] })
  expect((await call('PATCH', 'oauthIdpConfigs/google.com', { issuer: 'https://evil.example' })).status).toBe(400)
  expect((await call('DELETE', `${google}/google.com`)).status).toBe(200)
  expect((await call('GET', google)).body).toMatchObject({ [google]: [{ isServers: true }] })
})
