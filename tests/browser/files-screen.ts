import { expect, type Page } from '@playwright/test'
import { ref, uploadBytes, uploadString, type FirebaseStorage } from 'firebase/storage'
import type { ConsoleWorld } from './console-world.ts'
import { openSignedIn } from './open-signed-in.ts'

/** One red pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

export async function openFiles(page: Page, world: ConsoleWorld, address = ''): Promise<void> {
  await openSignedIn(page, `${world.origin}/projects/demo-app/files/${address}`)
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

/** An answer as the server's storage gives it. */
export function refusal(status: 400 | 403): { status: number; contentType: string; body: string } {
  const error = { code: status, message: 'No.', status: status === 400 ? 'INVALID_ARGUMENT' : 'PERMISSION_DENIED' }
  return { status, contentType: 'application/json', body: JSON.stringify({ error }) }
}

/** With their paths as content; as many at a time as a browser has connections. */
export async function storeMany(storage: FirebaseStorage, paths: readonly string[]): Promise<void> {
  const left = paths.values()
  const worker = async () => {
    for (const path of left) await uploadString(ref(storage, path), path)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/** `big/a0000.txt` and so on. */
export const numbered = (folder: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${folder}/a${String(at).padStart(4, '0')}.txt`)

export async function storeText(storage: FirebaseStorage, path: string, text: string): Promise<void> {
  await uploadString(ref(storage, path), text, 'raw', { contentType: 'text/plain' })
}
