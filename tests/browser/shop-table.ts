import { expect, type Locator, type Page } from '@playwright/test'
import { type DocumentData, deleteDoc, doc, getDoc, setDoc, updateDoc } from 'firebase/firestore'
import { ConsoleWorld } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'
import { ProjectOperator } from './project-operator.ts'

const goods: readonly (readonly [id: string, fields: DocumentData])[] = [
  ['apple', { name: 'Apple', stock: 3, fresh: true, price: 1.5 }],
  ['bread', { name: 'Bread', stock: 5, fresh: false, price: 2.5 }],
  ['cocoa', { stock: 7, price: 4.5 }],
]
const columns = encodeURIComponent(JSON.stringify(['name', 'stock', 'fresh', 'price']))

/** The table of a small shop, with somebody else beside it who reads and writes by the SDK. */
export class Shop implements AsyncDisposable {
  readonly world: ConsoleWorld
  readonly other: ProjectOperator
  readonly page: Page

  private constructor(world: ConsoleWorld, other: ProjectOperator, page: Page) {
    this.world = world
    this.other = other
    this.page = page
  }

  static async open(page: Page, query = ''): Promise<Shop> {
    const world = await ConsoleWorld.withOwner()
    const shop = new Shop(world, await ProjectOperator.enter(world), page)
    for (const [id, fields] of goods) await shop.write(id, fields)
    await openSignedIn(page, shop.address(query))
    await expect(shop.cell(0, 1)).toBeVisible()
    return shop
  }

  address(query = ''): string {
    return `${this.world.origin}/projects/demo-app/data/goods?view=table&columns=${columns}${query}`
  }

  cell(row: number, column: number): Locator {
    return this.page.locator(`[data-cell="${row},${column}"]`)
  }

  editor(field: string, id: string): Locator {
    return this.page.getByRole('dialog', { name: `Edit ${field} of ${id}` })
  }

  async read(id: string): Promise<DocumentData | undefined> {
    return (await getDoc(doc(this.other.services.firestore, 'goods', id))).data()
  }

  async write(id: string, fields: DocumentData): Promise<void> {
    await setDoc(doc(this.other.services.firestore, 'goods', id), fields)
  }

  async change(id: string, fields: DocumentData): Promise<void> {
    await updateDoc(doc(this.other.services.firestore, 'goods', id), fields)
  }

  async delete(id: string): Promise<void> {
    await deleteDoc(doc(this.other.services.firestore, 'goods', id))
  }

  /** As the REST protocol has it, which alone tells all of it. */
  async readExactly(id: string, field: string): Promise<unknown> {
    const { fields } = (await this.#call(id, 'GET')) as { readonly fields: Readonly<Record<string, unknown>> }
    return fields[field]
  }

  async writeExactly(id: string, field: string, value: unknown): Promise<void> {
    await this.#call(`${id}?updateMask.fieldPaths=${field}`, 'PATCH', { fields: { [field]: value } })
  }

  async #call(address: string, method: string, body?: unknown): Promise<unknown> {
    const token = await this.other.services.auth.currentUser?.getIdToken()
    const answer = await fetch(
      `${this.world.origin}/v1/projects/demo-app/databases/(default)/documents/goods/${address}`,
      {
        method,
        headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    )
    expect(answer.status).toBe(200)
    return await answer.json()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.other[Symbol.asyncDispose]()
    await this.world[Symbol.asyncDispose]()
  }
}
