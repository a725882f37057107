import { expect, type Locator, type Page } from '@playwright/test'
import { owner } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'

/** The rules screen of the console as a person uses it. */
export class RulesScreen {
  readonly #page: Page
  readonly editor: Locator
  readonly versions: Locator

  constructor(page: Page) {
    this.#page = page
    this.editor = page.getByRole('textbox', { name: /^Source of/ })
    this.versions = page.getByRole('list', { name: 'Versions' })
  }

  /** Signs in on the way to the rules of documents of a project. */
  static async open(
    page: Page,
    server: { readonly origin: string },
    { project = 'demo-app', account = owner }: { project?: string; account?: { email: string; password: string } } = {},
  ): Promise<RulesScreen> {
    await openSignedIn(page, `${server.origin}/projects/${project}/rules`, account)
    return new RulesScreen(page)
  }

  /** Replaces the whole source. */
  async write(source: string): Promise<void> {
    await this.editor.click()
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.insertText(source)
  }

  async openVersions(): Promise<void> {
    await this.#page.getByRole('tab', { name: 'Versions' }).click()
  }

  async publish(note: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Publish', exact: true }).click()
    const dialog = this.#page.getByRole('dialog', { name: /^Publish / })
    await dialog.getByLabel('Note').fill(note)
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
}

/** Rules of documents around the content of `match /databases/{database}/documents`. */
export function documentRules(content: string): string {
  return `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{database}/documents {\n${content}\n  }\n}\n`
}
