import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = Buffer.from('<!doctype html><script>alert(1)</script>')
const BUCKET = 'console.firebasestorage.app'

interface Upload {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

async function send(
  server: TestServer,
  { idToken }: ConsoleAccount,
  { name, contentType, content }: Upload,
): Promise<Response> {
  return await fetch(`${server.origin}/v0/b/${BUCKET}/o?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': contentType },
    body: new Uint8Array(content),
  })
}

test('photos and icons of the console are what they say they are, whatever type was stated', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  for (const name of [`accounts/${owner.uid}/photo`, 'projects/demo-app/icon']) {
    expect((await send(server, owner, { name, contentType: 'image/png', content: png })).status).toBe(200)
    for (const [contentType, content] of [
      ['image/png', page],
      ['image/gif', png],
      ['image/png', Buffer.alloc(0)],
    ] as const) {
      const refused = await send(server, owner, { name, contentType, content })
      expect(refused.status).toBe(400)
      expect(JSON.stringify(await refused.json())).toContain('no picture')
    }
    const kept = await fetch(`${server.origin}/v0/b/${BUCKET}/o/${encodeURIComponent(name)}?alt=media`, {
      headers: { authorization: `Bearer ${owner.idToken}` },
    })
    expect(Buffer.from(await kept.arrayBuffer()).equals(png)).toBe(true)
  }
})
