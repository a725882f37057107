import { expect, type Page, test } from '@playwright/test'
import { createUserWithEmailAndPassword } from 'firebase/auth'
import { doc, setDoc } from 'firebase/firestore'
import { ConsoleWorld } from './console-world.ts'
import { ProjectOperator } from './project-operator.ts'

const password = 'correct horse'

/** A person without a pointer: everything goes by keys, and what has the focus is what Tab brought there. */
class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    // A test of the keyboard that clicks somewhere would prove nothing.
    page.mouse.click = () => Promise.reject(new Error('no pointer here'))
  }

  /** Presses Tab until the control with this role and name has the focus. */
  async reach(role: 'button' | 'link' | 'textbox' | 'tab' | 'checkbox', name: string | RegExp): Promise<void> {
    const wanted = this.page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first()
    await expect(wanted).toBeVisible()
    for (let presses = 0; presses < 80; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`80 times Tab don't reach the ${role} ${String(name)}`)
  }

  async press(role: 'button' | 'link' | 'tab', name: string | RegExp): Promise<void> {
    await this.reach(role, name)
    await this.page.keyboard.press('Enter')
  }

  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.reach('textbox', name)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Anywhere, by the command palette. */
  async go(text: string, option: string | RegExp): Promise<void> {
    await this.page.keyboard.press('Control+k')
    await expect(this.page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await this.page.keyboard.type(text)
    await expect(this.page.getByRole('option', { name: option }).first()).toBeVisible()
    await this.page.keyboard.press('Enter')
  }
}

test('by keyboard alone: first run, a colleague who joins in another browser, and a user who is found and disabled', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await using world = await ConsoleWorld.start({ HEARTH_SIGN_UP: 'invited' })
  const olga = new Keyboard(page)
  await page.goto(`${world.origin}/welcome`)
  await olga.fill('Set-up code', await world.getSetupCode())
  await olga.fill('Name', 'Olga Berg')
  await olga.fill('E-mail', 'olga@example.com')
  await olga.reach('textbox', 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await olga.press('link', 'Demo app')
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()

  await olga.go('sett', 'Settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await olga.reach('tab', 'General')
  await page.keyboard.press('ArrowRight')
  await olga.press('button', 'Invite')
  await olga.fill('E-mail', 'nina@example.com')
  await page.keyboard.press('Enter')
  const made = page.getByRole('alertdialog', { name: 'Hand over this link' })
  const link = (await made.locator('pre').textContent())?.trim() ?? ''
  await olga.press('button', 'Done')

  await using context = await browser.newContext()
  const nina = new Keyboard(await context.newPage())
  await nina.page.goto(link)
  await nina.fill('Name', 'Nina Holm')
  await nina.reach('textbox', 'Password')
  await nina.page.keyboard.type(password)
  await nina.page.keyboard.press('Enter')
  await expect(nina.page).toHaveURL(`${world.origin}/projects/demo-app`)
  await expect(page.getByText('Nina Holm')).toBeVisible()

  await using operator = await ProjectOperator.enter(world)
  await createUserWithEmailAndPassword(operator.services.auth, 'ada@example.com', password)
  await olga.go('ada@example.com', /^ada@example.com .* user$/)
  await expect(page).toHaveURL(/users\/./)
  await olga.press('button', 'Disable user')
  await expect(page.getByRole('alertdialog', { name: 'Disable 1 user?' })).toBeVisible()
  // The question begins at Cancel; its verb is next.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^This user is disabled/)).toBeVisible()
})

test('by keyboard alone: a document is opened by its path, edited while somebody else edits it, and what is newer is seen', async ({
  page,
}) => {
  await using world = await ConsoleWorld.withOwner()
  await using operator = await ProjectOperator.enter(world)
  const order = doc(operator.services.firestore, 'orders/tour')
  await setDoc(order, { status: 'open', total: 12 })
  const olga = new Keyboard(page)
  await page.goto(`${world.origin}/projects/demo-app`)
  await olga.fill('E-mail', 'olga@example.com')
  await olga.reach('textbox', 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
  await olga.go('orders/tour', 'Go to orders/tour')
  await expect(page.getByText('open', { exact: true }).first()).toBeVisible()
  await setDoc(order, { status: 'packed', total: 12 })
  await expect(page.getByText('packed', { exact: true }).first()).toBeVisible()
})
