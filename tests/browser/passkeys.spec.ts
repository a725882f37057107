import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { ConsoleWorld, collectComplaints, expectAccessible, owner, signIn, signOut } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ServedFolder } from './served-folder.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'

// An authenticator stays with the page, and Chromium has one at a time.
test.use({ reuseContext: false })

/** Passkeys are of a name: no browser has them for a page at an address. */
function named(origin: string): string {
  return origin.replace('127.0.0.1', 'localhost')
}

async function openAccount(page: Page, world: ConsoleWorld): Promise<void> {
  await page.goto(`${named(world.origin)}/account`)
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add passkey' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Go on' }).click()
}

test('a passkey of the account page signs in to the console, confirms, and is removed', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const authenticator = await VirtualAuthenticator.add(page)
  await page.clock.install()
  await openAccount(page, world)
  await addPasskey(page, 'Laptop')
  await expect(page.getByText('Laptop signs you in from now on')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()
  await expectAccessible(page)
  await addPasskey(page, 'Laptop again')
  await expect(page.getByRole('alert')).toContainText('has a passkey of an account here already')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Set up Demo app' })).toBeVisible()
  await page.goto(`${named(world.origin)}/account`)
  await expect(page.getByText(/^Added .*, last used/)).toBeVisible()
  expect(await authenticator.signCounts()).toEqual([expect.any(Number)])

  await page.clock.fastForward('06:00')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('button', { name: 'Confirm by passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Laptop' }).click()
  await expect(page.getByText('Laptop is removed')).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('No account has this passkey any more')
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
})

test('whoever is not verified gets no further than the password form, which says nothing of it', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const authenticator = await VirtualAuthenticator.add(page)
  await openAccount(page, world)
  await addPasskey(page, 'Laptop')
  await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible()
  await signOut(page)
  await authenticator.setVerified(false)
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await expect(button).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await signIn(page, owner)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('an owner switches passkeys on for the apps of a project, and off again', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  await openSignedIn(page, `${world.origin}/projects/demo-app/settings?section=sign-in`)
  const rpId = page.getByLabel('RP ID')
  await rpId.fill('127.0.0.1')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('A host name such as example.com')).toBeVisible()
  await rpId.fill('shop.example')
  await page.getByLabel('Expected origins').fill('https://app.shop.example')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('On: Passkeys')).toBeVisible()
  await page.reload()
  await expect(rpId).toHaveValue('shop.example')
  await expect(page.getByLabel('Expected origins')).toHaveValue('https://app.shop.example')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Off: Passkeys')).toBeVisible()
  await expect(rpId).toHaveValue('')
})

test('an app signs its users in by passkeys with the calls of the vendor', async ({ page }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  // A page of the app, on a port of its own.
  await using app = await ServedFolder.serve(join(import.meta.dirname, 'sign-in-page'))
  await page.goto(named(app.origin))
  await VirtualAuthenticator.add(page)
  const found = await page.evaluate(async (origin) => {
    type Body = Record<string, never>
    const call = async (method: string, body: object): Promise<Body> => {
      const path = `/identitytoolkit.googleapis.com/${method}?key=demo`
      const answer = await fetch(origin + path, { method: 'POST', body: JSON.stringify(body) })
      return (await answer.json()) as Body
    }
    const { idToken, localId } = await call('v1/accounts:signUp', {
      email: 'ada@example.com',
      password: 'correct horse',
    })
    const { credentialCreationOptions } = await call('v2/accounts/passkeyEnrollment:start', { idToken })
    const creation = PublicKeyCredential.parseCreationOptionsFromJSON(credentialCreationOptions as never)
    const made = (await navigator.credentials.create({ publicKey: creation })) as PublicKeyCredential
    const enrolled = await call('v2/accounts/passkeyEnrollment:finalize', {
      idToken,
      name: 'Phone',
      authenticatorRegistrationResponse: made.toJSON() as object,
    })
    const { credentialRequestOptions } = await call('v2/accounts/passkeySignIn:start', {})
    const request = PublicKeyCredential.parseRequestOptionsFromJSON(credentialRequestOptions as never)
    const shown = (await navigator.credentials.get({ publicKey: request })) as PublicKeyCredential
    const answer = { authenticatorAuthenticationResponse: shown.toJSON() as object }
    const first = await call('v2/accounts/passkeySignIn:finalize', answer)
    const second = await call('v2/accounts/passkeySignIn:finalize', answer)
    const { users } = await call('v1/accounts:lookup', { idToken: first['idToken'] })
    return { localId, enrolled, first, second, users, id: made.id }
  }, server.origin)
  expect(found.enrolled).toMatchObject({ idToken: expect.any(String), refreshToken: expect.any(String) })
  expect(found.first).toMatchObject({ localId: found.localId, idToken: expect.any(String) })
  expect(found.second).toMatchObject({
    error: { message: expect.stringContaining('INVALID_AUTHENTICATOR_RESPONSE') },
  })
  expect(found.users).toMatchObject([{ passkeyInfo: [{ credentialId: found.id, name: 'Phone', rpId: 'localhost' }] }])
})
