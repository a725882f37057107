import type { File, GenerateSignedPostPolicyV4Options, SignedPostPolicyV4Output } from '@google-cloud/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CloudWorld, makeKey, openStorage } from './storage-cloud-world.ts'

/** Forms that `generateSignedPostPolicyV4` signs, posted as a page would. */
let world: CloudWorld
let count = 0

beforeAll(async () => {
  world = await CloudWorld.start()
})
afterAll(() => world[Symbol.asyncDispose]())

function newFile(): File {
  count += 1
  return world.bucket.file(`forms/ä ${count}.txt`)
}

async function sign(
  file: File,
  options: Partial<GenerateSignedPostPolicyV4Options> = {},
): Promise<SignedPostPolicyV4Output> {
  return (await file.generateSignedPostPolicyV4({ expires: Date.now() + 60_000, ...options }))[0]
}

interface Posting {
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly content?: string
  readonly fileName?: string
  readonly url?: string
}

async function post(policy: SignedPostPolicyV4Output, posting: Posting = {}): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...policy.fields, ...posting.fields })) {
    if (value !== undefined) form.append(name, value)
  }
  form.append('file', new Blob([posting.content ?? 'by form'], { type: 'text/plain' }), posting.fileName ?? 'a.txt')
  return await fetch(posting.url ?? policy.url, { method: 'POST', body: form, redirect: 'manual' })
}

async function refusalOf(answer: Response): Promise<[number, string | undefined]> {
  return [answer.status, /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1]]
}

const notMet = [403, 'POLICY_CONDITION_NOT_MET']
const invalid = [403, 'SIGNATURE_INVALID']

describe('a signed form', () => {
  it('stores its file with what its fields say, at the address that the library gives and at the bucket’s', async () => {
    const file = newFile()
    const fields = { 'Content-Type': 'text/csv', 'x-goog-meta-by': 'ada', 'Cache-Control': 'no-store' }
    const policy = await sign(file, { fields })
    expect(new URL(policy.url).pathname).toBe('/')
    const answer = await post(policy)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const [metadata] = await file.getMetadata()
    expect(metadata).toMatchObject({ contentType: 'text/csv', cacheControl: 'no-store', metadata: { by: 'ada' } })
    for (const path of [`/${world.bucket.name}`, `/${world.bucket.name}/`]) {
      expect((await post(policy, { url: world.server.origin + path, content: path })).status).toBe(204)
      expect((await file.download())[0].toString()).toBe(path)
    }
  })

  it('takes a file larger than what is held of a form', async () => {
    const file = newFile()
    const content = 'warm hearth '.repeat(100_000)
    expect((await post(await sign(file), { content })).status).toBe(204)
    expect((await file.download())[0].toString()).toBe(content)
  })

  it('answers as it asks', async () => {
    const file = newFile()
    const made = await post(await sign(file, { fields: { success_action_status: '201' } }))
    expect(made.status).toBe(201)
    expect(await made.text()).toContain(`<Key>${file.name}</Key>`)
    expect((await post(await sign(file, { fields: { success_action_status: '200' } }))).status).toBe(200)
    const fields = { success_action_redirect: 'https://shop.example.com/done?page=1' }
    const away = await post(await sign(file, { fields }))
    const location = new URL(away.headers.get('location') ?? '')
    expect([away.status, location.origin, location.searchParams.get('page')]).toEqual([
      303,
      'https://shop.example.com',
      '1',
    ])
    expect(location.searchParams.get('key')).toBe(file.name)
    const script = await post(await sign(newFile(), { fields: { success_action_redirect: 'javascript:alert(1)' } }))
    expect(script.status).toBe(400)
  })

  it('is held to its conditions, and nothing is stored', async () => {
    const file = newFile()
    const conditions = [
      ['content-length-range', 3, 10],
      // A second range takes nothing of the first away.
      ['content-length-range', 0, 100],
      ['starts-with', '$Content-Type', 'image/'],
      ['eq', '$x-goog-meta-by', 'ada'],
    ] as object[]
    const policy = await sign(file, { conditions })
    const good = { 'Content-Type': 'image/png', 'x-goog-meta-by': 'ada' }
    const tries: [Posting, unknown][] = [
      [{ fields: { ...good, 'Content-Type': 'text/html' } }, notMet],
      [{ fields: { ...good, 'x-goog-meta-by': 'eve' } }, notMet],
      [{ fields: { 'Content-Type': 'image/png' } }, notMet],
      [{ fields: { ...good, key: 'forms/other.txt' } }, notMet],
      [{ fields: { ...good, 'x-goog-meta-more': 'x' } }, notMet],
      [{ fields: { ...good, acl: 'public-read' } }, notMet],
      [{ fields: good, content: 'xx' }, [400, 'CONTENT_LENGTH_NOT_ALLOWED']],
      [{ fields: good, content: 'eleven byte' }, [400, 'CONTENT_LENGTH_NOT_ALLOWED']],
    ]
    for (const [posting, refusal] of tries) {
      expect(await refusalOf(await post(policy, posting)), JSON.stringify(posting)).toEqual(refusal)
    }
    expect(await file.exists()).toEqual([false])
    expect((await post(policy, { fields: { ...good, 'x-ignore-me': 'x' } })).status).toBe(204)
  })

  it('may leave the name to the file', async () => {
    const policy = await sign(world.bucket.file('inbox/${filename}'))
    expect((await post(policy, { fileName: 'r "1".txt' })).status).toBe(204)
    expect(await world.bucket.file('inbox/r "1".txt').exists()).toEqual([true])
  })

  it('has an end', async () => {
    const policy = await sign(newFile(), { expires: Date.now() + 1_000 })
    const past = { expiration: new Date(Date.now() - 1_000).toISOString() }
    const said = JSON.parse(Buffer.from(policy.fields['policy'] ?? '', 'base64').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...said, ...past })).toString('base64')
    expect(await refusalOf(await post(policy, { fields: { policy: changed } }))).toEqual([403, 'SIGNATURE_EXPIRED'])
    const longer = Buffer.from(JSON.stringify({ ...said, expiration: new Date(Date.now() + 60_000).toISOString() }))
    expect(await refusalOf(await post(policy, { fields: { policy: longer.toString('base64') } }))).toEqual(invalid)
  })

  it('is worth nothing with another signature, another bucket, a key of another project or a revoked one', async () => {
    const policy = await sign(newFile())
    for (const fields of [
      { 'x-goog-signature': policy.fields['x-goog-signature']?.replace(/^../, (two) => (two === '00' ? '01' : '00')) },
      { 'x-goog-signature': 'not hex' },
      { 'x-goog-signature': undefined },
    ]) {
      expect(await refusalOf(await post(policy, { fields }))).toEqual(invalid)
    }
    const elsewhere = `${world.server.origin}/other-app.appspot.com`
    expect(await refusalOf(await post(policy, { url: elsewhere }))).toEqual(invalid)
    await world.owner.createProject('other-app', 'Other')
    const foreign = openStorage(world.server.origin, await makeKey(world.owner, 'other-app')).bucket(world.bucket.name)
    expect(await refusalOf(await post(await sign(foreign.file('stolen.txt'))))).toEqual(invalid)
    const key = await makeKey(world.owner, 'shop-app')
    const own = openStorage(world.server.origin, key).bucket(world.bucket.name)
    const revoked = await sign(own.file('late.txt'))
    await world.owner.call('DELETE', `/projects/shop-app/service-keys/${key.private_key_id}`)
    expect(await refusalOf(await post(revoked))).toEqual(invalid)
  })

  it.each(['', 'not base64 json', Buffer.from('{"conditions":5}').toString('base64')])(
    'with the policy %j is answered plainly',
    async (policy) => {
      const answer = await post(await sign(newFile()), { fields: { policy } })
      expect(await refusalOf(answer)).toEqual([400, 'INVALID_POLICY'])
    },
  )

  it('without a file, or without an end, is refused', async () => {
    const { url, fields } = await sign(newFile())
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    expect(await refusalOf(await fetch(url, { method: 'POST', body: form }))).toEqual([400, 'INVALID_MULTIPART'])
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const cut = await fetch(url, {
      method: 'POST',
      headers,
      body: '--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nx',
    })
    expect(await refusalOf(cut)).toEqual([400, 'INVALID_MULTIPART'])
  })
})
