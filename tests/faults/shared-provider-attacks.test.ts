import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Answer, ProviderWindow } from '../sdk/provider-window.ts'
import { SharedProvider } from './shared-provider.ts'

const facebook = 'facebook.com'
const acme = 'oidc.acme'

/** A shop and the project of somebody who is after its users; both have people sign in by one provider. */
class TwoProjects implements AsyncDisposable {
  readonly shop: ProviderWindow
  readonly mallory: ProviderWindow
  readonly provider: SharedProvider

  private constructor(shop: ProviderWindow, mallory: ProviderWindow, provider: SharedProvider) {
    this.shop = shop
    this.mallory = mallory
    this.provider = provider
  }

  static async start(): Promise<TwoProjects> {
    const shop = await ProviderWindow.start()
    return new TwoProjects(shop, await shop.besides('mallory-app'), await SharedProvider.start())
  }

  get callback(): string {
    return `${this.shop.server.origin}/__/auth/callback`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.provider[Symbol.asyncDispose]()
    await this.shop[Symbol.asyncDispose]()
  }
}

async function configure(of: ProviderWindow, providerId: string, config: object): Promise<void> {
  const path = providerId.startsWith('oidc.')
    ? `oauthIdpConfigs?oauthIdpConfigId=${providerId}`
    : `defaultSupportedIdpConfigs?idpId=${providerId}`
  expect(await of.admin('POST', path, { enabled: true, ...config })).not.toHaveProperty('error')
}

async function bring(to: ProviderWindow, parameters: Record<string, string>): Promise<Answer> {
  return await to.redeem('http://localhost', { postBody: new URLSearchParams(parameters).toString() })
}

function sha256(text: string, encoding: 'base64url' | 'hex'): string {
  return createHash('sha256').update(text).digest(encoding)
}

const verifier = 'v'.repeat(50)
const rawNonce = 'known to Mallory'

/** The victim's browser opens Mallory's window, and goes where it is sent, until it comes back here. */
async function leadVictim(projects: TwoProjects, providerId: string, redirectAddress: string) {
  const { mallory, provider, callback } = projects
  provider.sentOn = {
    client_id: provider.client.clientId,
    redirect_uri: redirectAddress,
    code_challenge: sha256(verifier, 'base64url'),
    nonce: sha256(rawNonce, 'hex'),
  }
  const { cookie, location } = await mallory.open(providerId)
  let at = location
  while (!at.startsWith(callback)) at = (await fetch(at, { redirect: 'manual' })).headers.get('location') ?? callback
  return { cookie, at }
}

test.each([
  ['of all projects', ''],
  ['of the project', '/shop-app'],
])(
  'A6 federated: a code for another project’s client, whose redirect address is that %s, goes to no token endpoint of Mallory’s',
  async (_what, below) => {
    await using projects = await TwoProjects.start()
    const { shop, mallory, provider, callback } = projects
    provider.redirectAddresses = [callback, `${callback}/shop-app`]
    await configure(shop, facebook, { ...provider.client, ...provider.endpoints })
    for (const providerId of [facebook, 'oauth.m']) {
      await configure(mallory, providerId, { clientId: 'm', clientSecret: 'm', ...provider.hostileEndpoints })
      const { cookie, at } = await leadVictim(projects, providerId, callback + below)
      const answer = await fetch(at, { headers: { cookie } })
      const formed = await fetch(callback + below, { method: 'POST', body: new URL(at).searchParams })
      for (const form of provider.handedOver) {
        const stolen = await provider.exchange(form.get('code') ?? '', verifier)
        const signedIn = await bring(shop, { providerId: facebook, id_token: stolen.id_token ?? '', nonce: rawNonce })
        expect(signedIn).toHaveProperty('error')
      }
      expect([answer.status, formed.status]).toEqual([400, 400])
      expect(provider.handedOver).toEqual([])
    }
  },
)

test('A6 federated: with another project’s client id and no secret, Mallory has no redirect address that it has registered', async () => {
  await using projects = await TwoProjects.start()
  const { mallory, provider, callback } = projects
  const { clientId, clientSecret } = provider.client
  const redirectOf = async (): Promise<string | null> =>
    new URL((await mallory.open(facebook)).location).searchParams.get('redirect_uri')
  await configure(mallory, facebook, { clientId })
  expect(await redirectOf()).toBe(`${callback}/mallory-app`)
  await mallory.admin('PATCH', `defaultSupportedIdpConfigs/${facebook}?updateMask=clientSecret`, { clientSecret })
  expect(await redirectOf()).toBe(callback)
})

test('A6 federated: endpoints that are changed while somebody signs in are given nothing of that', async () => {
  await using projects = await TwoProjects.start()
  const { mallory, provider, callback } = projects
  const path = `defaultSupportedIdpConfigs/${facebook}?updateMask=authorizationEndpoint,tokenEndpoint,userInfoEndpoint`
  const builtIn = { authorizationEndpoint: '', tokenEndpoint: '', userInfoEndpoint: '' }
  await configure(mallory, facebook, provider.client)
  for (const [before, after, address] of [
    [builtIn, provider.hostileEndpoints, callback],
    [provider.hostileEndpoints, builtIn, `${callback}/mallory-app`],
  ] as const) {
    await mallory.admin('PATCH', path, before)
    const { cookie, location } = await mallory.open(facebook)
    await mallory.admin('PATCH', path, after)
    const state = new URL(location).searchParams.get('state') ?? ''
    const answer = await fetch(`${address}?${new URLSearchParams({ code: 'a code', state })}`, { headers: { cookie } })
    expect(await mallory.toldBy(answer)).toMatchObject({ error: { code: 'auth/invalid-credential' } })
  }
  expect(provider.handedOver).toEqual([])
})

test('A6 brought token: a provider of another project’s is asked for no keys that a token here is checked by', async () => {
  await using projects = await TwoProjects.start()
  const { shop, mallory, provider } = projects
  await configure(shop, acme, { ...provider.client, issuer: provider.origin, responseType: { code: true } })
  await configure(mallory, facebook, { ...provider.client, ...provider.endpoints })
  const nonce = sha256(rawNonce, 'hex')
  const forged = { id_token: await provider.idToken('facebook', { nonce }), nonce: rawNonce }
  expect(await bring(mallory, { providerId: facebook, ...forged })).toMatchObject({ rawId: 'victim' })
  expect(await bring(shop, { providerId: acme, ...forged })).toMatchObject({
    error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE : .*none that the provider has signed/) },
  })
  const right = { id_token: await provider.idToken('openId', { nonce }), nonce: rawNonce }
  expect(await bring(shop, { providerId: acme, ...right })).toMatchObject({ rawId: 'victim' })
})

test('A8 brought token: another project that finds no keys at a provider keeps nobody out here', async () => {
  await using projects = await TwoProjects.start()
  const { shop, mallory, provider } = projects
  provider.hasFacebookKeys = false
  await configure(shop, acme, { ...provider.client, issuer: provider.origin, responseType: { code: true } })
  await configure(mallory, facebook, { ...provider.client, ...provider.endpoints })
  const id_token = await provider.idToken('openId')
  expect(await bring(mallory, { providerId: facebook, id_token })).toMatchObject({
    error: { message: expect.stringMatching(/^PROVIDER_UNREACHABLE/) },
  })
  expect(await bring(shop, { providerId: acme, id_token })).toMatchObject({ rawId: 'victim' })
})
