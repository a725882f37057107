import { generateKeyPairSync } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { SamlProvider } from '../sdk/saml-provider.ts'
import { ConsoleAdministrator } from './console-administrator.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, expectAccessibleInBothThemes } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { test } from './test.ts'

async function openSettings(page: Page, world: ConsoleWorld, project = 'demo-app'): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/${project}/settings`)
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page.getByRole('switch', { name: 'Anonymous' })).toBeVisible()
}

/** What signing up with this answers: the reason of the refusal, or nothing. */
async function signUp(world: ConsoleWorld, { apiKey }: ConsoleAdministrator, body: object): Promise<string> {
  const answer = await fetch(`${world.origin}/v1/accounts:signUp?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { error?: { message: string } }).error?.message.split(' ')[0] ?? ''
}

/** What the server says to a code by text message, up to the last words. */
async function sendCode(world: ConsoleWorld, { apiKey }: ConsoleAdministrator, phoneNumber: string): Promise<string> {
  const answer = await fetch(`${world.origin}/v1/accounts:sendVerificationCode?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber }),
  })
  const { error } = (await answer.json()) as { error: { message: string } }
  return error.message.replace('OPERATION_NOT_ALLOWED : ', '').replace(' by the app developer', '')
}

test('ways to sign in, passwords and domains hold once they are saved, in both themes', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const complaints = collectComplaints(page)
  await openSettings(page, world)
  await expect(page).toHaveURL(/\?section=sign-in$/)
  await expectAccessibleInBothThemes(page)

  expect(await signUp(world, administrator, {})).not.toBe('')
  await page.getByText('Anonymous', { exact: true }).click()
  await expect(page.getByText('On: Anonymous')).toBeVisible()
  expect(await signUp(world, administrator, {})).toBe('')
  await page.getByText('New accounts', { exact: true }).click()
  await expect(page.getByText('Off: New accounts')).toBeVisible()
  const bob = { email: 'bob@example.com', password: 'a horse of Bob' }
  expect(await signUp(world, administrator, bob)).toBe('ADMIN_ONLY_OPERATION')
  await page.getByText('New accounts', { exact: true }).click()
  await expect(page.getByText('On: New accounts')).toBeVisible()

  const policy = page.getByRole('region', { name: 'Passwords' })
  await policy.getByLabel('Shortest').fill('5')
  await policy.getByRole('button', { name: 'Save' }).click()
  await expect(policy.getByLabel('Shortest')).toHaveAccessibleDescription(/from 6 to 30/)
  await policy.getByLabel('Shortest').fill('12')
  await policy.getByText('A digit', { exact: true }).click()
  // Nobody had decided, and rules are asked for to be had.
  await expect(policy.getByLabel('Refuse what doesn’t meet this')).toBeChecked()
  await policy.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await signUp(world, administrator, bob)).toBe('PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
  expect(await signUp(world, administrator, { ...bob, password: 'the 7 horses of Bob' })).toBe('')

  const regions = page.getByRole('region', { name: 'Text messages' })
  await regions.getByRole('button', { name: /They go to/ }).click()
  await page.getByRole('option', { name: 'these regions alone' }).click()
  await regions.getByRole('textbox', { name: 'Regions' }).fill('de, Germany')
  await regions.getByRole('button', { name: 'Save' }).click()
  await expect(regions.getByRole('textbox', { name: 'Regions' })).toHaveAccessibleDescription(/no region “GERMANY”/)
  await regions.getByRole('textbox', { name: 'Regions' }).fill('de, at')
  await expect(regions.getByRole('textbox', { name: 'Regions' })).toHaveAccessibleDescription('Germany, Austria')
  await regions.getByRole('button', { name: 'Save' }).click()
  await expect(regions.getByRole('button', { name: 'Save' })).toBeDisabled()
  await administrator.call('PATCH', 'v2', 'config?updateMask=signIn', { signIn: { phoneNumber: { enabled: true } } })
  expect(await sendCode(world, administrator, '+14155550123')).toBe('SMS unable to be sent until this region enabled')

  const domains = page.getByRole('region', { name: 'Authorised domains' })
  await domains.getByRole('textbox', { name: 'Domain' }).fill('https://app.example.com')
  await domains.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(domains.getByRole('textbox', { name: 'Domain' })).toHaveAccessibleDescription(/not a host name/)
  await domains.getByRole('textbox', { name: 'Domain' }).fill('App.example.com')
  await domains.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(domains.getByText('app.example.com', { exact: true })).toBeVisible()
  await expect(domains.getByRole('textbox', { name: 'Domain' })).toHaveValue('')
  await domains.getByRole('button', { name: 'Remove localhost' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove localhost' }).click()
  await expect(page.getByText('Removed localhost')).toBeVisible()
  await expect(domains.getByText('localhost')).toHaveCount(0)
  await page.reload()
  await expect(domains.getByRole('listitem')).toHaveText(['127.0.0.1', 'app.example.com'])
  await expect(policy.getByLabel('Shortest')).toHaveValue('12')
  expect(complaints).toEqual([])
})

test('providers are added with what each has and a secret that is never shown, edited, and removed', async ({
  page,
  browser,
}) => {
  await using world = await ConsoleWorld.withOwner({ HEARTH_PRIVATE_PROVIDERS: 'true' })
  await using saml = await SamlProvider.start()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const read = async (path: string) => JSON.stringify(await administrator.call('GET', 'v2', path))
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  const complaints = collectComplaints(page)
  await openSettings(page, world, 'console')
  const providers = page.getByRole('region', { name: 'Providers', exact: true })
  await test.step('OpenID Connect and Google: what is on is offered, the secret is not shown again', async () => {
    await expect(providers.getByText('None yet')).toBeVisible()
    await addProvider(page, 'OpenID Connect')
    const dialog = page.getByRole('dialog', { name: 'Add an OpenID Connect provider' })
    await expectAccessible(page)
    await expect(dialog.getByText(`${world.origin}/__/auth/callback/console`)).toBeVisible()
    await dialog.getByLabel('Id', { exact: true }).fill('acme')
    await dialog.getByLabel('Issuer').fill('login.acme.example')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByLabel('Id', { exact: true })).toHaveAccessibleDescription(/looks like oidc.acme/)
    await expect(dialog.getByLabel('Issuer')).toHaveAccessibleDescription(/https address/)
    await expect(dialog.getByLabel('Client id', { exact: true })).toHaveAccessibleDescription(/nothing is there/)
    await dialog.getByLabel('Id', { exact: true }).fill('oidc.acme')
    await dialog.getByLabel('Name').fill('Acme')
    await dialog.getByLabel('Issuer').fill('https://login.acme.example')
    await dialog.getByLabel('Client id', { exact: true }).fill('hearth')
    await dialog.getByLabel('Other client ids').fill('hearth-phone\nhearth-tablet')
    await dialog.getByLabel('Client secret').fill('hush')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Acme added')).toBeVisible()
    await expect(providers.getByRole('row', { name: /Acme/ })).toContainText('on')

    await providers.getByRole('button', { name: 'Edit Acme' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit Acme' })
    await expect(editing.getByLabel('Client secret')).toHaveValue('')
    await expect(editing.getByLabel('Other client ids')).toHaveValue('hearth-phone\nhearth-tablet')
    await editing.getByLabel('Other client ids').fill('hearth-tablet')
    await editing.getByText('People may sign in by it').click()
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Acme changed')).toBeVisible()
    await expect(providers.getByRole('row', { name: /Acme/ })).toContainText('off')

    await providers.getByRole('button', { name: 'Edit Acme' }).click()
    await expect(editing.getByLabel('Other client ids')).toHaveValue('hearth-tablet')
    await editing.getByRole('button', { name: 'Cancel' }).click()

    await addProvider(page, 'Google')
    const google = page.getByRole('dialog', { name: 'Add Google' })
    await google.getByLabel('Client id', { exact: true }).fill('client')
    await google.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(google.getByLabel('Client secret')).toHaveAccessibleDescription(/nothing is there/)
    await google.getByLabel('Client secret').fill('hush')
    await google.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Google added')).toBeVisible()
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expect(page.getByRole('menuitem', { name: 'Apple' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Google' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await using context = await browser.newContext()
    const visitor = await context.newPage()
    await visitor.goto(`${world.origin}/sign-in`)
    await expect(visitor.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Continue with Acme' })).toHaveCount(0)

    await providers.getByRole('button', { name: 'Edit Acme' }).click()
    await editing.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Acme' }).click()
    await expect(page.getByText('Acme removed')).toBeVisible()
    await expect(providers.getByRole('row', { name: /Acme/ })).toHaveCount(0)
  })
  await page.goto(`${world.origin}/projects/demo-app/settings?section=sign-in`)
  await test.step('GitHub of a server of one’s own, in both themes', async () => {
    await addProvider(page, 'GitHub')
    await expect(dialog.getByText(/Authorization callback URL/)).toBeVisible()
    await dialog.getByLabel('Client id', { exact: true }).fill('hearth')
    await dialog.getByLabel('Client secret').fill('hush')
    const redirectAddress = `${world.origin}/__/auth/callback`
    await expect(dialog.getByText(redirectAddress, { exact: true })).toBeVisible()
    await dialog.getByText('Other addresses').click()
    await dialog.getByLabel('User info endpoint').fill('git.example.com/api/v3/user')
    await add.click()
    await expect(dialog.getByLabel('User info endpoint')).toHaveAccessibleDescription(/https address/)
    await dialog.getByLabel('User info endpoint').fill('https://git.example.com/api/v3/user')
    await expect(dialog.getByText(`${redirectAddress}/demo-app`, { exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await add.click()
    await expect(page.getByText('GitHub added')).toBeVisible()
    expect(await read('defaultSupportedIdpConfigs')).toContain(
      '"userInfoEndpoint":"https://git.example.com/api/v3/user"',
    )
  })
  await test.step('Apple', async () => {
    await addProvider(page, 'Apple')
    await dialog.getByLabel('Services id').fill('com.example.web')
    await dialog.getByLabel('Team id').fill('ABCDE12345')
    await dialog.getByLabel('Key id').fill('KEY1234567')
    await page.setViewportSize({ width: 1024, height: 500 })
    await dialog.getByLabel('Private key').fill('no key')
    await add.click()
    await expect(dialog.getByLabel('Private key')).toHaveAccessibleDescription(/not the content of a .p8 file/)
    await expect(dialog.getByLabel('Private key')).toBeFocused()
    await expect(dialog.getByText(/not the content of a .p8 file/)).toBeInViewport()
    await dialog.getByLabel('Private key').fill(appleKey())
    await dialog.getByLabel('Team id').fill('ABC')
    await add.click()
    await expect(dialog.getByLabel('Team id')).toHaveAccessibleDescription(/Ten capital letters and digits/)
    await dialog.getByLabel('Team id').fill('ABCDE12345')
    await page.setViewportSize({ width: 1280, height: 720 })
    await dialog.getByLabel('Bundle ids').fill('com.example.app')
    await expectAccessible(page)
    await add.click()
    await expect(page.getByText('Apple added')).toBeVisible()
    await providers.getByRole('button', { name: 'Edit Apple' }).click()
    await expect(dialog.getByLabel('Private key')).toHaveValue('')
    await dialog.getByLabel('Key id').fill('NEW1234567')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Apple changed')).toBeVisible()
    expect(await read('defaultSupportedIdpConfigs/apple.com')).toContain('"keyId":"NEW1234567"')
  })
  await test.step('SAML', async () => {
    await addProvider(page, 'SAML 2.0')
    await dialog.getByLabel('Id', { exact: true }).fill('saml.acme')
    await dialog.getByLabel('Name').fill('Acme')
    await dialog.getByLabel('Entity id of the provider').fill(saml.entityId)
    await dialog.getByLabel(/Sign-in address/).fill('https://id.example.com/sso')
    await dialog.getByLabel('Certificates').fill('no certificate')
    await add.click()
    await expect(dialog.getByLabel('Certificates')).toHaveAccessibleDescription(/X.509 certificate of an RSA key/)
    await dialog.getByLabel('Certificates').fill(saml.certificate + saml.certificate)
    await expect(dialog.getByLabel('Entity id of this project')).toHaveValue(`${world.origin}/projects/demo-app`)
    await expectAccessible(page)
    await add.click()
    await expect(page.getByText('Acme added')).toBeVisible()
    expect((await read('inboundSamlConfigs/saml.acme')).match(/x509Certificate/g)).toHaveLength(2)
    await providers.getByRole('button', { name: 'Edit Acme' }).click()
    await dialog.getByLabel('Entity id of this project').fill('shop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Acme changed')).toBeVisible()
    expect(await read('inboundSamlConfigs/saml.acme')).toContain('"spEntityId":"shop"')
  })
  await test.step('OAuth 2.0', async () => {
    await addProvider(page, 'OAuth 2.0')
    await expect(dialog.getByText(/One with an issuer speaks OpenID Connect/)).toBeVisible()
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/What the button says/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy: Redirect address' }).click()
    await expect(dialog.getByRole('button', { name: /copied/i })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${world.origin}/__/auth/callback/demo-app`)
    await dialog.getByLabel('Id', { exact: true }).fill('oauth.forge')
    await add.click()
    await expect(dialog.getByLabel('Token endpoint')).toHaveAccessibleDescription(/nothing is there/)
    for (const name of ['Authorization', 'Token', 'User info']) {
      await dialog.getByLabel(`${name} endpoint`).fill('https://forge.example.com/x')
    }
    await dialog.getByLabel('Client id', { exact: true }).fill('hearth')
    await add.click()
    await expect(page.getByText('oauth.forge added')).toBeVisible()
    await expect(providers.getByRole('row', { name: /oauth.forge/ })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

async function addProvider(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
}

function appleKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
