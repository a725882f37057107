import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { BuiltPage } from './built-page.ts'
import { call, forget, openWindow, providerId, signInAt, SignInWorld } from './sign-in-world.ts'
import { test } from './test.ts'

/**
 * The SDK's own resolver, as `getAuth` installs it. It needs a script that lets frames talk: the server's own, or the vendor's, for which
 * `vendor-frames.js` stands in here.
 */
const standIn = join(import.meta.dirname, 'vendor-frames.js')
const closedWithinMs = 10_000

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/sign-in-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

async function open(page: Page, world: SignInWorld, script: 'own' | 'vendor', host?: string): Promise<void> {
  await world.open(page, host, script === 'own' ? ['stock', 'script'] : ['stock'])
  if (script === 'vendor') await page.context().route('https://apis.google.com/js/api.js**', serveStandIn)
}

async function serveStandIn(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
  await route.fulfill({ path: standIn, contentType: 'text/javascript' })
}

async function afterRedirect(page: Page) {
  await page.waitForFunction(() => 'page' in globalThis)
  return await call(page, 'redirectResult')
}

for (const script of ['own', 'vendor'] as const) {
  test.describe(`the stock resolver with the ${script === 'own' ? "server's script" : "vendor's script, stood in for"}`, () => {
    test('signs in and links', async ({ page, context }) => {
      await using world = await SignInWorld.start(built.origin)
      await test.step('signs in in a window, and re-authenticates', async () => {
        const foreign = new Set<string>()
        page.on('request', (request) => foreign.add(new URL(request.url()).host))
        await open(page, world, script)
        await signInAt(await openWindow(page, 'ada'), 'ada')
        const outcome = await call(page, 'end', 'ada')
        expect(outcome).toMatchObject({ email: 'ada@example.com', isNewUser: true, providers: [providerId] })
        await expect.poll(() => context.pages().length).toBe(1)
        expect(foreign.has('apis.google.com')).toBe(script === 'vendor')
        await signInAt(await openWindow(page, 'again', 'reauthenticate'), 'ada', { hasAgreed: true })
        expect(await call(page, 'end', 'again')).toMatchObject({ uid: outcome.uid })
      })

      await test.step('links in a window, and is told of a sign-in that belongs to somebody else', async () => {
        await forget(page)
        const { uid } = await call(page, 'signUp', 'bob@example.org')
        await signInAt(await openWindow(page, 'link', 'link'), 'dora')
        expect(await call(page, 'end', 'link')).toMatchObject({ uid, providers: [providerId, 'password'] })
        await call(page, 'signUp', 'carol@example.org')
        await openWindow(page, 'taken', 'link')
        expect(await call(page, 'end', 'taken')).toEqual({ code: 'auth/credential-already-in-use' })
      })

      await test.step('signs in by redirect, and has no result afterwards', async () => {
        await forget(page)
        await open(page, world, script)
        expect(await call(page, 'redirectResult')).toEqual({})
        await call(page, 'redirect', 'signIn', providerId)
        await signInAt(page, 'grace')
        expect(await afterRedirect(page)).toMatchObject({ email: 'grace@example.com', isNewUser: true })
        await page.reload()
        expect(await afterRedirect(page)).toEqual({})
        expect(await call(page, 'current')).toMatchObject({ email: 'grace@example.com' })
      })
    })
  })
}

test.describe('the stock resolver', () => {
  test('is told how a sign-in ended, and gives no result to others', async ({ page }) => {
    await using world = await SignInWorld.start(built.origin)
    await test.step('is told of a no, of a closed window and of a provider that is not set up', async () => {
      await open(page, world, 'own')
      await (await openWindow(page, 'no')).getByText('Cancel').click()
      expect(await call(page, 'end', 'no')).toEqual({ code: 'auth/user-cancelled' })
      await call(page, 'begin', 'google', 'signIn', 'google.com')
      expect(await call(page, 'end', 'google')).toEqual({ code: 'auth/operation-not-allowed' })
      const closed = await openWindow(page, 'closed')
      await closed.locator('input[name=login]').waitFor()
      await closed.close()
      await expect
        .poll(() => call(page, 'end', 'closed'), { timeout: 2 * closedWithinMs })
        .toEqual({
          code: 'auth/popup-closed-by-user',
        })
    })

    await test.step('A6 federated: a result without the secret that came with it is worth nothing', async () => {
      await forget(page)
      await page.route(/signInWithIdp/, async (route) => {
        if (route.request().method() !== 'POST') return await route.continue()
        const body = { ...(route.request().postDataJSON() as object), sessionId: 'A'.repeat(43) }
        await route.continue({ postData: JSON.stringify(body) })
      })
      await signInAt(await openWindow(page, 'ada'), 'ada')
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/invalid-credential' })
      await page.unroute(/signInWithIdp/)
    })

    await test.step('A6 federated: a page of a foreign domain gets no frame, and so no result', async () => {
      await forget(page)
      await world.admin('PATCH', 'config?updateMask=authorizedDomains', { authorizedDomains: ['shop.example'] })
      await open(page, world, 'own', new URL(built.origin).host.replace('127.0.0.1', 'localhost'))
      const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
      await call(page, 'begin', 'ada', 'signIn', providerId)
      await refused
      expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/network-request-failed' })
      await world.admin('PATCH', 'config?updateMask=authorizedDomains', {
        authorizedDomains: ['localhost', '127.0.0.1'],
      })
    })

    await test.step('A6 federated: nor does a page that the key is not kept to, where its own pages go on', async () => {
      await world.keepKeyTo([built.origin])
      await open(page, world, 'own')
      await signInAt(await openWindow(page, 'grace'), 'grace')
      expect(await call(page, 'end', 'grace')).toMatchObject({ email: 'grace@example.com' })
      await world.keepKeyTo(['https://shop.example.com'])
      await open(page, world, 'own')
      const refused = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
      await call(page, 'begin', 'eve', 'signIn', providerId)
      await refused
    })
  })
})
