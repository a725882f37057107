import { expect, type Page, type Request } from '@playwright/test'
import { BuiltPage } from './built-page.ts'
import { call, forget, openWindow, providerId, signInAt, SignInWorld } from './sign-in-world.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/sign-in-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

async function signIn(page: Page, user: string) {
  await signInAt(await openWindow(page, user), user)
  return await call(page, 'end', user)
}

test.describe('signInWithPopup', () => {
  test('signs in, and says how it ended', async ({ page, context }) => {
    await using world = await SignInWorld.start(built.origin)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await world.open(page)
    await test.step('signs in by an OpenID provider, with its claims, and the page asks nobody else', async () => {
      const outcome = await signIn(page, 'ada')
      expect(outcome).toMatchObject({ email: 'ada@example.com', isNewUser: true, providers: [providerId] })
      expect(outcome.profile).toMatchObject({ sub: 'ada', name: 'ada', email_verified: true })
      await expect.poll(() => context.pages().length).toBe(1)
      expect([...hosts].toSorted()).toEqual([new URL(built.origin).host, new URL(world.server.origin).host].toSorted())
    })

    await test.step('finds the same account the next time', async () => {
      const first = await call(page, 'current')
      await call(page, 'signOut')
      // The provider still knows the browser: it asks nothing.
      await openWindow(page, 'again')
      const second = await call(page, 'end', 'again')
      expect(second).toMatchObject({ uid: first?.uid, isNewUser: false })
    })

    await test.step('leaves an address unverified that only a generic provider has verified', async () => {
      await forget(page)
      expect(await signIn(page, 'unverified-eve')).toMatchObject({
        email: 'unverified-eve@example.com',
        emailVerified: false,
      })
    })

    await test.step('ends with user-cancelled when the user says no at the provider', async () => {
      await forget(page)
      const opened = await openWindow(page, 'ada')
      await opened.getByText('Cancel').click()
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/user-cancelled' })
      expect(await call(page, 'current')).toBeNull()
    })

    await test.step('ends soon after the window was closed', async () => {
      await forget(page)
      const opened = await openWindow(page, 'ada')
      await opened.locator('input[name=login]').waitFor()
      await opened.close()
      const closedAt = Date.now()
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/popup-closed-by-user' })
      expect(Date.now() - closedAt).toBeLessThan(3_000)
    })

    await test.step('is cancelled by the next one', async () => {
      await forget(page)
      const first = await openWindow(page, 'first')
      await first.locator('input[name=login]').waitFor()
      const second = await openWindow(page, 'second')
      expect(await call(page, 'end', 'first')).toEqual({ code: 'auth/cancelled-popup-request' })
      await signInAt(second, 'grace')
      expect(await call(page, 'end', 'second')).toMatchObject({ email: 'grace@example.com' })
    })

    await test.step('says when the browser blocked the window', async () => {
      await forget(page)
      await page.evaluate(() => (globalThis.open = () => null))
      await call(page, 'begin', 'ada', 'signIn', providerId)
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/popup-blocked' })
    })

    await test.step('says when the provider is not set up', async () => {
      await forget(page)
      await world.open(page)
      await call(page, 'begin', 'google', 'signIn', 'google.com')
      expect(await call(page, 'end', 'google')).toEqual({ code: 'auth/operation-not-allowed' })
      await world.admin('PATCH', `oauthIdpConfigs/${providerId}?updateMask=enabled`, { enabled: false })
      await openWindow(page, 'acme')
      expect(await call(page, 'end', 'acme')).toEqual({ code: 'auth/operation-not-allowed' })
    })
  })
})

test.describe('A6 federated: an attacker', () => {
  test('can not begin a sign-in from a page that may not, where others go on', async ({ page }) => {
    await using world = await SignInWorld.start(built.origin)
    await test.step('at a domain that is not authorised', async () => {
      await world.admin('PATCH', 'config?updateMask=authorizedDomains', { authorizedDomains: ['shop.example'] })
      await world.open(page, new URL(built.origin).host.replace('127.0.0.1', 'localhost'))
      const opened = await openWindow(page, 'ada')
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/unauthorized-domain' })
      // The server itself goes no further either.
      if (!opened.isClosed()) expect(opened.url()).not.toContain(world.provider.issuer)
      await world.admin('PATCH', 'config?updateMask=authorizedDomains', {
        authorizedDomains: ['localhost', '127.0.0.1'],
      })
    })

    await test.step('at another website than those the key is kept to', async () => {
      await world.keepKeyTo([built.origin])
      const elsewhere = new URL(built.origin).host.replace('127.0.0.1', 'localhost')
      await world.open(page, elsewhere)
      await openWindow(page, 'eve')
      expect(await call(page, 'end', 'eve')).toEqual({ code: 'auth/unauthorized-domain' })
      await world.open(page)
      expect(await signIn(page, 'ada')).toMatchObject({ email: 'ada@example.com' })
    })
  })

  test('can not use what a sign-in leaves behind', async ({ page, context }) => {
    await using world = await SignInWorld.start(built.origin)
    await world.open(page)
    await test.step('can not end a sign-in with a state that was never given', async () => {
      const opened = await openWindow(page, 'ada')
      await opened.locator('input[name=login]').waitFor()
      const state = `shop-app~${'A'.repeat(43)}`
      const answer = await opened.goto(`${world.server.origin}/__/auth/callback/shop-app?code=x&state=${state}`)
      expect(answer?.status()).toBe(400)
      await opened.close()
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/popup-closed-by-user' })
    })

    await test.step("can not use the provider's answer a second time", async () => {
      const replaying = await context.newPage()
      const answered = context.waitForEvent('request', (request) =>
        request.url().includes('/__/auth/callback/shop-app?'),
      )
      expect(await signIn(page, 'ada')).toMatchObject({ email: 'ada@example.com' })
      const replayed = await replaying.goto((await answered).url())
      expect(replayed?.status()).toBe(400)
      await replaying.close()
    })

    await test.step('can not use the result of a sign-in again, nor without the secret of the page', async () => {
      await forget(page)
      const isRedeeming = (request: Request): boolean => request.url().includes('signInWithIdp')
      let stolen: Record<string, unknown> = {}
      await page.route(/signInWithIdp/, async (route) => {
        if (route.request().method() !== 'POST') return await route.continue()
        stolen = route.request().postDataJSON() as Record<string, unknown>
        const thief = await fetch(route.request().url(), post({ ...stolen, sessionId: 'A'.repeat(43) }))
        expect(await thief.text()).toContain('INVALID_IDP_RESPONSE')
        await route.continue()
      })
      const asked = page.waitForRequest(isRedeeming)
      // The wrong secret has used the code up.
      expect(await signIn(page, 'grace')).toEqual({ code: 'auth/invalid-credential' })
      await page.unroute(/signInWithIdp/)
      const address = (await asked).url()
      await openWindow(page, 'again')
      const right = await page.waitForRequest((request) => isRedeeming(request) && request.method() === 'POST')
      expect(await call(page, 'end', 'again')).toMatchObject({ email: 'grace@example.com' })
      const replay = await fetch(address, post(right.postDataJSON()))
      expect(await replay.text()).toContain('INVALID_IDP_RESPONSE')
    })

    await test.step('can not answer for the server from another origin', async () => {
      await forget(page)
      const asked = page.context().waitForEvent('request', (request) => request.url().includes('/__/auth/handler'))
      const opened = await openWindow(page, 'ada')
      const eventId = new URL((await asked).url()).searchParams.get('eventId')
      await opened.locator('input[name=login]').waitFor()
      const foreign = `http://localhost:${new URL(built.origin).port}/`
      await Promise.all([opened.waitForURL(foreign), opened.evaluate((url) => location.assign(url), foreign)])
      await opened.evaluate((id) => {
        const error = { code: 'auth/user-disabled', message: 'forged' }
        globalThis.opener.postMessage({ hearth: 'sign-in', type: 'signInViaPopup', eventId: id, error }, '*')
      }, eventId)
      await opened.close()
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/popup-closed-by-user' })
    })
  })
})

test.describe('an address', () => {
  test('is kept to one account, whichever provider comes later', async ({ page }) => {
    await using world = await SignInWorld.start(built.origin)
    await world.open(page)
    await test.step('asks for the first way in, and links what the provider gave after it', async () => {
      const { uid } = await call(page, 'signUp', 'ada@example.com')
      await call(page, 'signOut')
      expect(await signIn(page, 'ada')).toEqual({ code: 'auth/account-exists-with-different-credential' })
      expect(await call(page, 'current')).toBeNull()
      const linked = await call(page, 'linkRefused', 'ada@example.com', providerId)
      expect(linked).toMatchObject({ uid, providers: [providerId, 'password'] })
      await call(page, 'signOut')
      await openWindow(page, 'again')
      expect(await call(page, 'end', 'again')).toMatchObject({ uid })
    })

    await test.step('linkWithPopup adds a provider, and refuses one that belongs to another account', async () => {
      await forget(page)
      const { uid } = await call(page, 'signUp', 'bob@example.org')
      await signInAt(await openWindow(page, 'link', 'link'), 'dora')
      expect(await call(page, 'end', 'link')).toMatchObject({ uid, providers: [providerId, 'password'] })
      await call(page, 'signUp', 'carol@example.org')
      await openWindow(page, 'taken', 'link')
      expect(await call(page, 'end', 'taken')).toEqual({ code: 'auth/credential-already-in-use' })
    })

    await test.step('reauthenticateWithPopup wants the same user, who has to sign in again at the provider', async () => {
      await forget(page)
      const { uid } = await signIn(page, 'gina')
      await signInAt(await openWindow(page, 'same', 'reauthenticate'), 'gina', { hasAgreed: true })
      expect(await call(page, 'end', 'same')).toMatchObject({ uid })
      const other = await openWindow(page, 'other', 'reauthenticate')
      await signInAt(other, 'grace')
      expect(await call(page, 'end', 'other')).toEqual({ code: 'auth/user-mismatch' })
      expect(await call(page, 'current')).toMatchObject({ uid })
    })
  })
})

test.describe('by redirect', () => {
  test('signs in, links, and says no', async ({ page }) => {
    await using world = await SignInWorld.start(built.origin)
    await test.step('signs in, and gives the address back as it was', async () => {
      await world.open(page)
      await page.evaluate(() => history.replaceState(null, '', '#cart'))
      const before = page.url()
      await call(page, 'redirect', 'signIn', providerId)
      await signInAt(page, 'ada')
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toMatchObject({ email: 'ada@example.com', isNewUser: true })
      expect(page.url()).toBe(before)
      await page.reload()
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toEqual({})
      expect(await call(page, 'current')).toMatchObject({ email: 'ada@example.com' })
    })

    await test.step('links', async () => {
      await forget(page)
      await world.open(page)
      const { uid } = await call(page, 'signUp', 'bob@example.org')
      await call(page, 'redirect', 'link', providerId)
      await signInAt(page, 'dora')
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toMatchObject({ uid, providers: [providerId, 'password'] })
    })

    await test.step('says that the user said no', async () => {
      await forget(page)
      await world.open(page)
      await call(page, 'redirect', 'signIn', providerId)
      await page.getByText('Cancel').click()
      await page.waitForFunction(() => 'page' in globalThis)
      expect(await call(page, 'redirectResult')).toEqual({ code: 'auth/user-cancelled' })
    })
  })

  test('A6 federated: takes no result of another browser, such as a link from an attacker', async ({
    page,
    browser,
  }) => {
    await using world = await SignInWorld.start(built.origin)
    await world.open(page)
    await page.route(/signInWithIdp/, (route) => route.abort())
    // The app's page takes it out of its address at once.
    let link = ''
    page.on('framenavigated', (frame) => {
      if (frame.url().includes('#hearth-sign-in=')) link = frame.url()
    })
    await call(page, 'redirect', 'signIn', providerId)
    await signInAt(page, 'eve')
    await expect.poll(() => link).not.toBe('')
    const context = await browser.newContext()
    const victim = await context.newPage()
    await world.open(victim)
    await call(victim, 'redirect', 'signIn', providerId)
    await victim.locator('input[name=login]').waitFor()
    await victim.goto(link)
    await victim.waitForFunction(() => 'page' in globalThis)
    expect(await call(victim, 'redirectResult')).toEqual({ code: 'auth/invalid-credential' })
    expect(await call(victim, 'current')).toBeNull()
    await context.close()
  })
})

function post(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
