import { expect } from '@playwright/test'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { type Accident, CuttingProxy } from '../cutting-proxy.ts'
import { BuiltPage } from './built-page.ts'
import type { ClientPage } from './client-page/page.ts'
import { callerOf, open } from './client-world.ts'
import { test } from './test.ts'

let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/client-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

const call = callerOf<ClientPage>()
const kibibyte = 1024
/** The SDK sends it in parts of 256, 512 and 232 KiB. */
const sizeBytes = 1_000 * kibibyte

const accidents: Readonly<Record<string, Readonly<Record<number, Accident>>>> = {
  'cut before the first byte': { 1: { kind: 'cut', bodyBytes: 0 } },
  'cut in the first part': { 1: { kind: 'cut', bodyBytes: 100_000 } },
  'cut in a middle part': { 2: { kind: 'cut', bodyBytes: 300_000 } },
  'cut at the last byte of a part': { 2: { kind: 'cut', bodyBytes: 512 * kibibyte - 1 } },
  'cut in the last part': { 3: { kind: 'cut', bodyBytes: 200_000 } },
  'answer to a middle part lost': { 2: { kind: 'lose-answer' } },
  'last answer lost': { 3: { kind: 'lose-answer' } },
  'connection gone, but not for the server': { 2: { kind: 'hang', bodyBytes: 300_000 } },
}

test('uploads in parts arrive whole, whatever becomes of their connections', async ({ context }) => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const port = Number(new URL(server.origin).port)
  const isCounted = (head: string): boolean => head.includes('x-goog-upload-command: upload')
  const arrive = async (name: string, planned: Readonly<Record<number, Accident>>): Promise<void> => {
    await using proxy = await CuttingProxy.start({ port, isCounted, accidents: planned })
    const page = await context.newPage()
    await open(page, built, { origin: `http://127.0.0.1:${proxy.port}` })
    expect(await call(page, 'uploadInParts', name, sizeBytes), name).toEqual({ size: sizeBytes, isSame: true })
    expect(proxy.counted, name).toBeGreaterThan(3)
    await page.close()
  }
  await Promise.all(Object.entries(accidents).map(([name, planned]) => arrive(name, planned)))
})
