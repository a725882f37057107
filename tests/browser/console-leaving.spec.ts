import { expect, type Page } from '@playwright/test'
import { ConsoleAdministrator } from './console-administrator.ts'
import { ConsoleWorld } from './console-world.ts'
import { DataBrowser } from './data-browser.ts'
import { openSignedIn } from './open-signed-in.ts'
import { documentRules, RulesScreen } from './rules-screen.ts'
import { test } from './test.ts'

/** A screen whose script comes when the test lets it, which a page asks for once. */
class SlowScreen {
  readonly #page: Page
  readonly #name: string
  readonly #address: RegExp
  readonly #script: string
  readonly #asked = Promise.withResolvers<void>()
  readonly #let = Promise.withResolvers<void>()

  private constructor(page: Page, name: string, address: RegExp, script: string) {
    this.#page = page
    this.#name = name
    this.#address = address
    this.#script = script
  }

  /** Call before anything points at the screen: its script is fetched then. */
  static async hold(page: Page, name: 'Devices' | 'Analytics' | 'Requests'): Promise<SlowScreen> {
    const address = name === 'Devices' ? /\/installations$/ : new RegExp(`/${name.toLowerCase()}$`)
    const screen = new SlowScreen(page, name, address, `/${name.toLowerCase()}-page-`)
    await page.route(`**/assets${screen.#script}*.js`, async (route) => {
      screen.#asked.resolve()
      await screen.#let.promise
      await route.continue()
    })
    return screen
  }

  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: this.#name, exact: true }).click()
  }

  /** Waits until the address is that of the screen, and nothing else of it is there. */
  async whenLoading(): Promise<void> {
    await this.#asked.promise
    await expect(this.#page).toHaveURL(this.#address)
  }

  /** The word that stands in the place of the screen before, which is still there behind it. */
  async whenHidden(): Promise<void> {
    await this.whenLoading()
    await expect(this.#page.getByText('Opening the console')).toBeVisible()
  }

  /** The script comes, and the screen with it if anybody still waits for it. */
  async arrive(): Promise<void> {
    const loaded = this.#page.waitForEvent('requestfinished', (request) => request.url().includes(this.#script))
    this.#let.resolve()
    await loaded
  }

  async expectThere(): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: this.#name })).toBeVisible()
  }

  async expectGone(): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: this.#name })).toHaveCount(0)
  }
}

/** The question that the screens of documents ask. */
function question(page: Page) {
  return page.getByRole('alertdialog', { name: 'A change is not saved' })
}

test('going back while the next screen loads leads back to a document, and its changes are still asked about', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  const devices = await SlowScreen.hold(page, 'Devices')
  const analytics = await SlowScreen.hold(page, 'Analytics')
  const requests = await SlowScreen.hold(page, 'Requests')
  await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders/order-1001`)
  const data = new DataBrowser(page)

  await test.step('at once', async () => {
    await data.editValue('status', 'string', 'typed')
    await devices.open()
    await question(page).getByRole('button', { name: 'Discard the change' }).click()
    await devices.whenLoading()
    await page.goBack()
    await expect(data.row('status')).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(/order-1001$/)
    await devices.arrive()
    await expect(data.row('status')).toBeVisible()
    await devices.expectGone()
    await expect(data.value('status')).toHaveText('typed')
  })

  await test.step('when it takes long', async () => {
    await analytics.open()
    await question(page).getByRole('button', { name: 'Discard the change' }).click()
    await analytics.whenHidden()
    await page.goBack()
    await expect(data.row('status')).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(/order-1001$/)
    await analytics.arrive()
    await expect(data.row('status')).toBeVisible()
    await analytics.expectGone()
  })

  await test.step('it never went, and its change didn’t: whoever leaves it again is asked again, whichever way', async () => {
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
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByText(/not saved/)).toHaveCount(0)
  })

  await test.step('an editor of a field is there again, with what is typed in it', async () => {
    await page.getByRole('button', { name: 'Edit status', exact: true }).click()
    const value = page.getByRole('form', { name: 'Edit status' }).getByLabel('Value')
    await value.fill('half a word')
    await requests.open()
    await question(page).getByRole('button', { name: 'Discard the change' }).click()
    await requests.whenHidden()
    await page.goBack()
    await expect(value).toHaveValue('half a word')
    await expect(question(page)).toHaveCount(0)
    await requests.arrive()
    await requests.open()
    await question(page).getByRole('button', { name: 'Stay here' }).click()
    await expect(value).toHaveValue('half a word')
  })
})

test('going back while the next screen loads leads back to a table, a form and rules', async ({ page }) => {
  await using world = await ConsoleWorld.withOwner()

  await test.step('an open cell of a table is asked about each time', async () => {
    const columns = encodeURIComponent(JSON.stringify(['status']))
    const devices = await SlowScreen.hold(page, 'Devices')
    await openSignedIn(page, `${world.origin}/projects/demo-app/data/orders?view=table&columns=${columns}`)
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

  await test.step('nothing is asked about a form and rules that were left', async () => {
    const administrator = await ConsoleAdministrator.enter(world, 'demo-app')
    const ada = { email: 'ada@example.com', password: 'correct horse' }
    await administrator.call('POST', 'v1', 'accounts', ada)
    const devices = await SlowScreen.hold(page, 'Devices')
    await page.goto(`${world.origin}/projects/demo-app/users/${await administrator.uidOf(ada.email)}`)
    const name = page.getByRole('region', { name: 'Profile' }).getByLabel('Name')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
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
})
