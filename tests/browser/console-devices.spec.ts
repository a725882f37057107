import { expect, type Page } from '@playwright/test'
import { ConsoleAccount, type AppConfiguration } from '../../apps/server/src/testing/console-account.ts'
import { collectComplaints, ConsoleWorld, expectAccessible, owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'
import { takesPictures } from './takes-pictures.ts'
import { test } from './test.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const chrome =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

interface AppCopy {
  readonly fid: string
  readonly token: string
  /** Its `User-Agent`. */
  readonly device: string
}

/** Copies of an app, made over HTTP as the SDK does. */
class AppCopies {
  readonly #world: ConsoleWorld
  readonly #app: AppConfiguration

  private constructor(world: ConsoleWorld, app: AppConfiguration) {
    this.#world = world
    this.#app = app
  }

  static async of(world: ConsoleWorld): Promise<AppCopies> {
    const account = await ConsoleAccount.signIn(world, owner.email, owner.password)
    const { app } = await account.enter('demo-app')
    return new AppCopies(world, app)
  }

  async add(device: string): Promise<AppCopy> {
    const { fid, authToken } = (await this.#send('POST', '/v1/projects/demo-app/installations', {
      headers: { 'user-agent': device },
      body: { fid: '', authVersion: 'FIS_v2', appId: this.#app.appId, sdkVersion: 'w:0.6.24' },
    })) as { fid: string; authToken: { token: string } }
    return { fid, token: authToken.token, device }
  }

  /** A new account, signed in on a copy. Answers its uid. */
  async signIn({ fid, token, device }: AppCopy, email: string): Promise<string> {
    const signUp = `/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${this.#app.apiKey}`
    const { idToken, localId } = (await this.#send('POST', signUp, {
      body: { email, password: 'correct horse', returnSecureToken: true },
    })) as { idToken: string; localId: string }
    await this.#send('PUT', `/v1/projects/demo-app/installations/${fid}/user`, {
      headers: {
        'user-agent': device,
        'x-goog-firebase-installations-auth': token,
        authorization: `Bearer ${idToken}`,
      },
      body: {},
    })
    return localId
  }

  async #send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body: object },
  ): Promise<unknown> {
    const response = await fetch(`${this.#world.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-goog-api-key': this.#app.apiKey, ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }
}

const table = (page: Page) => page.getByRole('table', { name: 'Devices' })

test('devices are listed, narrowed, opened, counted by app and day, and revoked', async ({ page, browser }) => {
  await using world = await ConsoleWorld.withOwner()
  const complaints = collectComplaints(page)
  const address = `${world.origin}/projects/demo-app/installations`
  const copies = await AppCopies.of(world)
  const first = await copies.add(firefox)
  const uid = await copies.signIn(first, 'ada@example.com')
  await copies.add(chrome)
  await openSignedIn(page, address)
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await test.step('axe finds nothing in the devices and one of them, on a phone in the dark and on a desk in the light', async () => {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address)
      await expect(table(page).getByRole('row')).toHaveCount(3)
      await expectAccessible(page)
      if (takesPictures) await page.screenshot({ path: test.info().outputPath(`devices-${width}.png`) })
      await table(page)
        .getByRole('link', { name: /^Firefox on Linux/ })
        .click()
      await expect(page.getByRole('dialog').getByText(first.fid)).toBeVisible()
      await expectAccessible(page)
      if (takesPictures) await page.screenshot({ path: test.info().outputPath(`device-${width}.png`) })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
  await test.step('devices are narrowed by platform and user, opened and revoked by keyboard, and the address says which', async () => {
    await expect(table(page).getByRole('row')).toHaveCount(3)
    await expect(table(page).getByRole('columnheader', { name: 'First seen' })).toBeVisible()
    await expect(table(page).getByRole('link', { name: /^Firefox on Linux/ })).toBeVisible()

    await page.getByLabel('User id').fill(uid)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`uid=${uid}`))
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await page.reload()
    await expect(table(page).getByRole('row')).toHaveCount(2)

    await table(page)
      .getByRole('link', { name: /^Firefox on Linux/ })
      .press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Firefox on Linux' })
    await expect(dialog).toContainText(first.fid)
    await expect(dialog).toContainText('Web, Web SDK 0.6.24')
    await expect(dialog.getByRole('link', { name: uid })).toHaveAttribute('href', /\/users\//)
    await expect(page).toHaveURL(new RegExp(`device=${first.fid}`))
    await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Revoke 1 device?' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Revoked 1 device')).toBeVisible()
    await expect(page.getByText('No device fits')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
    await expect(table(page).getByRole('row')).toHaveCount(2)

    await page.getByRole('button', { name: /Platform/ }).click()
    await page.getByRole('option', { name: 'iOS' }).click()
    await expect(page).toHaveURL(/platform=ios/)
    await expect(page.getByText('No device fits')).toBeVisible()
    // What was revoked is gone for its address, too.
    await page.goto(`${address}?device=${first.fid}`)
    await expect(page.getByText('This device isn’t there')).toBeVisible()
  })
  await test.step('apps have their number of devices, and new and lost ones by day, as a chart and as a table', async () => {
    await copies.add(chrome)
    await page.goto(address)
    const apps = page.getByRole('table', { name: 'By app, table' })
    await expect(apps.getByRole('row').nth(1).getByRole('cell')).toHaveText(['2', '3', '1'])
    const chart = page.getByRole('application', { name: 'New and lost by day' })
    await chart.focus()
    await page.keyboard.press('End')
    await expect(page.getByText(/, so far: new 3, lost 1$/i)).toBeAttached()
    await page.getByRole('button', { name: 'As a table' }).press('Enter')
    const days = page.getByRole('table', { name: 'New and lost by day, table' })
    await expect(days.getByRole('row').last().getByRole('cell')).toHaveText(['3', '1'])
  })
  await test.step('several are revoked at once, and all of a user', async () => {
    for (let at = 0; at < 3; at++) await copies.add(firefox)
    const uid = await copies.signIn(await copies.add(chrome), 'ben@example.com')
    await page.goto(address)
    await page
      .getByRole('checkbox', { name: /^Select Firefox/ })
      .first()
      .focus()
    await page.keyboard.press('Space')
    await page
      .getByRole('checkbox', { name: /^Select Firefox/ })
      .last()
      .focus()
    await page.keyboard.press('Space')
    await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke 2 devices' }).click()
    await expect(page.getByText('Revoked 2 devices')).toBeVisible()
    await expect(table(page).getByRole('row')).toHaveCount(5)

    await page.goto(`${address}?uid=${uid}`)
    await page.getByRole('button', { name: 'Revoke all of this user' }).click()
    await page.getByRole('button', { name: 'Revoke all of them' }).click()
    await expect(page.getByText('Revoked 1 device')).toBeVisible()
    await expect(page.getByText('No device fits')).toBeVisible()
  })
  await test.step('a viewer reads the devices and is told who may revoke them', async () => {
    const viewer = { email: 'vera@example.com', password: 'correct horse', role: 'viewer' } as const
    await ProjectOperator.addMember(world, viewer)
    await using context = await browser.newContext()
    const theirs = await context.newPage()
    await openSignedIn(theirs, address, viewer)
    await expect(table(theirs).getByRole('row')).toHaveCount(4)
    await expect(theirs.getByText('Editors and owners can revoke devices.')).toBeVisible()
    await expect(theirs.getByRole('checkbox')).toHaveCount(0)
    await table(theirs).getByRole('link').first().click()
    await expect(theirs.getByRole('dialog').getByText('Installation id')).toBeVisible()
    await expect(theirs.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  })
  expect(complaints).toEqual([])
})
