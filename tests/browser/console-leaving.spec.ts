import { expect, type Page } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld, signIn } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

/** The screen of the devices, whose script comes when the test lets it. */
class SlowDevices {
  readonly #page: Page
  readonly #asked = Promise.withResolvers<void>()
  readonly #let = Promise.withResolvers<void>()

  private constructor(page: Page) {
    this.#page = page
  }

  /** Call before anything points at the screen: its script is fetched then. */
  static async hold(page: Page): Promise<SlowDevices> {
    const devices = new SlowDevices(page)
    await page.route('**/assets/devices-page-*.js', async (route) => {
      devices.#asked.resolve()
      await devices.#let.promise
      await route.continue()
    })
    return devices
  }

  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Devices', exact: true }).click()
  }

  /** Waits until the address is that of the devices, and nothing else of them is there. */
  async whenLoading(): Promise<void> {
    await this.#asked.promise
    await expect(this.#page).toHaveURL(/\/installations$/)
  }

  /** The word that stands in the place of the screen before, which is still there behind it. */
  async whenHidden(): Promise<void> {
    await this.whenLoading()
    await expect(this.#page.getByText('Opening the console')).toBeVisible()
  }

  /** The script comes, and the screen with it if anybody still waits for it. */
  async arrive(): Promise<void> {
    const loaded = this.#page.waitForEvent('requestfinished', (request) => request.url().includes('/devices-page-'))
    this.#let.resolve()
    await loaded
  }

  async expectThere(): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  }

  async expectGone(): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Devices' })).toHaveCount(0)
  }
}

/** The question that the screens of documents ask. */
function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'A change is not saved' })
}

for (const [when, wait] of [
  ['at once', (devices: SlowDevices) => devices.whenLoading()],
  ['when it takes long', (devices: SlowDevices) => devices.whenHidden()],
] as const)
  test(`going back while the next screen loads leads back to a document that was left, ${when}, and its changes are still asked about`, async ({
    page,
  }) => {
    await using world = await ConsoleWorld.withOwner()
    await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
    const devices = await SlowDevices.hold(page)
    await signIn(page)
    const data = new DataBrowser(page)
    await data.editValue('status', 'string', 'typed')
    await devices.open()
    await question(page).getByRole('button', { name: 'Discard the change' }).click()
    await wait(devices)
    await page.goBack()
    await expect(data.row('status')).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(/order-1001$/)
    await devices.arrive()
    await expect(data.row('status')).toBeVisible()
    await devices.expectGone()

    // It never went, and its change didn't: whoever leaves it again is asked again, whichever way.
    await expect(data.value('status')).toHaveText('typed')
    await devices.open()
    await question(page).getByRole('button', { name: 'Stay here' }).click()
    await expect(page).toHaveURL(/order-1001$/)
    await expect(data.value('status')).toHaveText('typed')
    await devices.open()
    await question(page).getByRole('button', { name: 'Discard the change' }).click()
    await devices.expectThere()
    await page.goBack()
    await expect(data.value('status')).not.toHaveText('typed')
    await data.editValue('status', 'string', 'again')
    await page.goForward()
    await question(page).getByRole('button', { name: 'Stay here' }).click()
    await expect(page).toHaveURL(/order-1001$/)
    await expect(data.value('status')).toHaveText('again')
  })

test('going back while the next screen loads leads back to an editor of a field, with what is typed in it', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await page.goto(`${world.origin}/projects/demo-app/data/orders/order-1001`)
  const devices = await SlowDevices.hold(page)
  await signIn(page)
  await page.getByRole('button', { name: 'Edit status', exact: true }).click()
  const value = page.getByRole('form', { name: 'Edit status' }).getByLabel('Value')
  await value.fill('half a word')
  await devices.open()
  await question(page).getByRole('button', { name: 'Discard the change' }).click()
  await devices.whenHidden()
  await page.goBack()
  await expect(value).toHaveValue('half a word')
  await expect(question(page)).toHaveCount(0)
  await devices.arrive()
  await devices.open()
  await question(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(value).toHaveValue('half a word')
})

test('going back while the next screen loads leads back to a table, whose open cell is asked about each time', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const columns = encodeURIComponent(JSON.stringify(['status']))
  await page.goto(`${world.origin}/projects/demo-app/data/orders?view=table&columns=${columns}`)
  const devices = await SlowDevices.hold(page)
  await signIn(page)
  const cell = page.locator('[data-cell="0,1"]')
  const value = page.getByRole('dialog', { name: /^Edit status of/ }).getByLabel('Value')
  const before = await cell.textContent()
  await cell.focus()
  await page.keyboard.type('many')
  await devices.open()
  await question(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(value).toHaveValue('many')
  await devices.open()
  await question(page).getByRole('button', { name: 'Discard the change' }).click()
  await devices.whenHidden()
  await page.goBack()
  await expect(cell).toHaveText(before ?? '')
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(/view=table/)

  // What is typed while the script of the screen that was left for is still on its way is nothing that was given up.
  await cell.focus()
  await page.keyboard.type('more')
  await devices.arrive()
  await expect(value).toHaveValue('more')
  await devices.expectGone()
  await devices.open()
  await question(page).getByRole('button', { name: 'Save and leave' }).click()
  await devices.expectThere()
  await page.goBack()
  await expect(cell).toHaveText('more')
})

test('going back while the next screen loads asks nothing about a form and rules that were left', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()
  const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
  const ada = { email: 'ada@example.com', password: 'correct horse' }
  await administrator.call('POST', 'v1', 'accounts', ada)
  await page.goto(`${world.origin}/projects/demo-app/users/${await administrator.uidOf(ada.email)}`)
  const devices = await SlowDevices.hold(page)
  await signIn(page)
  const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name')
  await name.fill('Countess')
  await devices.open()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Leave without saving' }).click()
  await devices.whenHidden()
  await page.goBack()
  await expect(name).toBeVisible()
  await expect(leaving).toHaveCount(0)
  await page.getByRole('link', { name: 'Rules', exact: true }).click()
  await leaving.getByRole('button', { name: 'Leave without saving' }).click()

  const screen = new RulesScreen(page)
  await expect(screen.editor).toContainText('if false')
  await screen.write(documentRules('    match /orders/{order} { allow read: if true; }'))
  await devices.open()
  const unpublished = page.getByRole('alertdialog', { name: 'Leave without publishing?' })
  await unpublished.getByRole('button', { name: 'Leave' }).click()
  await devices.whenHidden()
  await page.goBack()
  await expect(screen.editor).toContainText('if true')
  await expect(unpublished).toHaveCount(0)
  await devices.arrive()
  await devices.open()
  await expect(unpublished).toBeVisible()
})
