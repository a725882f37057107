import { expect, type Page } from '@playwright/test'
import { ref, uploadBytes, uploadString, type FirebaseStorage } from 'firebase/storage'
import { type ConsoleWorld, signIn } from './console-world.ts'

/** One red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export async function openFiles(page: Page, world: ConsoleWorld, address = ''): Promise<void> {
  await page.goto(`${world.origin}/projects/demo-app/files/${address}`)
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
}

export const list = (page: Page) => page.getByRole('region', { name: /^Files/ })
export const row = (page: Page, name: string) => list(page).getByRole('link', { name, exact: true })
export const details = (page: Page, name: string) =>
  page.getByRole('region', { name: `Details of ${name}`, exact: true })

/** `page` holds a document that reads what was copied last. */
export async function readClipboard(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return await page.evaluate(() => navigator.clipboard.readText())
}

export async function storeSamples(storage: FirebaseStorage): Promise<void> {
  await uploadString(ref(storage, 'folder/in-it.txt'), 'x')
  await uploadBytes(ref(storage, 'cover.png'), pixel, { contentType: 'image/png', customMetadata: { by: 'ada' } })
  await storeText(storage, 'page.txt', 'hello')
}

export async function storeText(storage: FirebaseStorage, path: string, text: string): Promise<void> {
  await uploadString(ref(storage, path), text, 'raw', { contentType: 'text/plain' })
}
