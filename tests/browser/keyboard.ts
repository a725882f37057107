import { expect, type Locator, type Page } from '@playwright/test'
import { owner } from './console-world.ts'

type Reachable = 'button' | 'link' | 'textbox' | 'combobox' | 'tab' | 'checkbox'

/** A person without a pointer: everything goes by keys, and what has the focus is what Tab brought there. */
export class Keyboard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    // A test of the keyboard that clicks somewhere would prove nothing.
    page.mouse.click = () => Promise.reject(new Error('no pointer here'))
  }

  /** Presses Tab until the control with this role and name has the focus. */
  async reach(role: Reachable, name: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    const exact = typeof name === 'string'
    await this.#tabTo(within.getByRole(role, { name, exact }).first(), `the ${role} ${String(name)}`)
  }

  async #tabTo(wanted: Locator, called: string): Promise<void> {
    await expect(wanted).toBeVisible()
    for (let presses = 0; presses < 80; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`80 times Tab don't reach ${called}`)
  }

  async press(role: 'button' | 'link' | 'tab', name: string | RegExp, within?: Locator): Promise<void> {
    await this.reach(role, name, within)
    await this.page.keyboard.press('Enter')
  }

  async fill(name: string | RegExp, text: string, role: 'textbox' | 'combobox' = 'textbox'): Promise<void> {
    await this.reach(role, name)
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.type(text)
  }

  /** Another view of several: Tab leads to the one that is shown, arrows go on from there. */
  async choose(list: string, tab: string): Promise<void> {
    const tabs = this.page.getByRole('tablist', { name: list })
    await this.#tabTo(tabs.getByRole('tab', { selected: true }), `the tabs of ${list}`)
    const wanted = tabs.getByRole('tab', { name: tab, exact: true })
    for (let presses = 0; presses < 12; presses++) {
      if ((await wanted.getAttribute('aria-selected')) === 'true') return
      await this.page.keyboard.press('ArrowRight')
    }
    throw new Error(`Arrows don't reach the tab ${tab}`)
  }

  /** Questions begin at Cancel; their verb is next. */
  async confirm(title: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('alertdialog', { name: title })).toBeVisible()
    await this.page.keyboard.press('Tab')
    await this.page.keyboard.press('Enter')
  }

  async signIn(): Promise<void> {
    await this.fill('E-mail', owner.email)
    await this.reach('textbox', 'Password')
    await this.page.keyboard.type(owner.password)
    await this.page.keyboard.press('Enter')
    await expect(this.page.getByRole('navigation', { name: 'Areas of demo-app' })).toBeVisible()
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
