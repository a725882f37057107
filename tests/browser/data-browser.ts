import { expect, type Locator, type Page } from '@playwright/test'

/** The data browser of the console as a person uses it. */
export class DataBrowser {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** A line of the tree of fields, by its path as people read it: `ship.city`, `tags[0]`. */
  row(path: string): Locator {
    return this.#page
      .getByRole('treegrid', { name: 'Fields' })
      .getByRole('row')
      .filter({ has: this.#page.locator(`bdi[title="${path}"]`) })
  }

  value(path: string): Locator {
    return this.row(path).getByRole('gridcell').nth(1)
  }

  async addField(name: string, type: string, value?: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Add field', exact: true }).click()
    const editor = this.#page.getByRole('form', { name: 'Add field' })
    await editor.getByLabel('Field name').fill(name)
    await this.#fill(editor, type, value)
  }

  async editValue(path: string, type: string, value?: string): Promise<void> {
    await this.#page.getByRole('button', { name: `Edit ${path}`, exact: true }).click()
    await this.#fill(this.#page.getByRole('form', { name: `Edit ${path}` }), type, value)
  }

  /** Opens the menu of a field and chooses from it. */
  async choose(path: string, item: string): Promise<void> {
    await this.#page.getByRole('button', { name: `More for ${path}`, exact: true }).click()
    await this.#page.getByRole('menuitem', { name: item }).click()
  }

  async save(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(this.#page.getByText(/not saved|^Saving$/)).toHaveCount(0)
  }

  async #fill(editor: Locator, type: string, value: string | undefined): Promise<void> {
    await editor.getByRole('button', { name: /Type/ }).click()
    await this.#page.getByRole('option', { name: type, exact: true }).click()
    if (value !== undefined) await this.#fillValue(editor, type, value)
    await editor.getByRole('button', { name: 'Apply' }).click()
    await expect(editor).toHaveCount(0)
  }

  /** A map and an array as JSON, a geo point as its latitude and longitude, anything else as its text. */
  async #fillValue(editor: Locator, type: string, value: string): Promise<void> {
    if (/array|map/.test(type)) {
      await editor.getByText('JSON', { exact: true }).click()
      await editor.getByLabel('Value as JSON').fill(value)
    } else await editor.getByLabel(type === 'geo point' ? 'Latitude' : 'Value').fill(value)
  }
}
