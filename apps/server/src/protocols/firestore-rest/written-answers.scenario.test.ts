import { expect, test } from 'vitest'
import { encodeUnsignedJwt } from '../../identity/tokens/jwt.ts'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { UpdateDocumentRequest } from '../firestore-codec/messages.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'

const ROOT = 'projects/demo-app/databases/(default)/documents'

/** Everybody may write letters, and nobody may read one. */
const RULES = `rules_version = '2';
service cloud.firestore { match /databases/{database}/documents {
  match /letters/{id} { allow write: if true; }
  match /notes/{id} { allow read, write: if true; }
} }`

interface Answer {
  readonly status: number
  readonly body: {
    readonly name?: string
    readonly fields?: object
    readonly createTime?: string
    readonly updateTime?: string
  }
}

const ada = encodeUnsignedJwt({
  iss: 'https://securetoken.google.com/demo-app',
  aud: 'demo-app',
  sub: 'ada',
  user_id: 'ada',
  iat: 0,
  auth_time: 0,
  exp: 4_000_000_000,
})

async function openWorld() {
  const server = await TestServer.start({ mode: 'dev' })
  const ask = async (method: string, path: string, body?: object, token = ada): Promise<Answer> => {
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  await ask('PUT', '/emulator/v1/projects/demo-app:securityRules', { rules: { files: [{ content: RULES }] } }, 'owner')
  return {
    server,
    asOwner: (method: string, path: string, body?: object) => ask(method, `/v1/${ROOT}/${path}`, body, 'owner'),
    ask: (method: string, path: string, body?: object) => ask(method, `/v1/${ROOT}/${path}`, body),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const text = (stringValue: string) => ({ stringValue })

test('a document that its writer may not read is created once, and told as it was written', async () => {
  await using world = await openWorld()
  const { status, body } = await world.ask('POST', 'letters?documentId=one', { fields: { to: text('Bo') } })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: `${ROOT}/letters/one`, fields: { to: text('Bo') } })
  expect((await world.ask('GET', 'letters/one')).status).toBe(403)
  expect((await world.asOwner('GET', 'letters/one')).body).toEqual(body)
  expect((await world.ask('POST', 'letters', { fields: {} })).status).toBe(200)
})

test('so is one that is replaced, with the mask of the answer obeyed', async () => {
  await using world = await openWorld()
  await world.asOwner('PATCH', 'letters/one', { fields: { secret: text('s') } })
  const whole = await world.ask('PATCH', 'letters/one', { fields: { a: text('1'), b: text('2') } })
  expect(whole).toMatchObject({ status: 200, body: { fields: { a: text('1'), b: text('2') } } })
  const part = await world.ask('PATCH', 'letters/one?mask.fieldPaths=b', { fields: { a: text('1'), b: text('3') } })
  expect(part).toMatchObject({ status: 200, body: { fields: { b: text('3') } } })
  expect(part.body.fields).not.toHaveProperty('a')
  const same = await world.ask('PATCH', 'letters/one', { fields: { a: text('1'), b: text('3') } })
  expect(same.body.updateTime).toBe(part.body.updateTime)
})

test('what stood beside the fields of a mask is told to those alone who may read it', async () => {
  await using world = await openWorld()
  for (const path of ['letters/one', 'notes/one']) {
    await world.asOwner('PATCH', path, { fields: { secret: text('s'), a: text('0') } })
  }
  const change = { fields: { a: text('1') } }
  const unread = await world.ask('PATCH', 'letters/one?updateMask.fieldPaths=a', change)
  expect(unread).toMatchObject({ status: 200, body: { fields: { a: text('1') } } })
  expect(unread.body.fields).not.toHaveProperty('secret')
  const read = await world.ask('PATCH', 'notes/one?updateMask.fieldPaths=a', change)
  expect(read).toMatchObject({ status: 200, body: { fields: { a: text('1'), secret: text('s') } } })

  await using grpc = new GrpcClient(world.server.origin)
  const empty = { document: { name: `${ROOT}/letters/one` }, updateMask: {} }
  const message = writeProtobuf(UpdateDocumentRequest, readJson(UpdateDocumentRequest, empty))
  const { status, bytes } = await grpc.send('UpdateDocument', message, { authorization: `Bearer ${ada}` })
  expect(status).toBe(0)
  expect(bytes.toString('latin1')).not.toContain('secret')
})

test('a mask of the answer that can’t be read keeps the document from being written', async () => {
  await using world = await openWorld()
  expect((await world.ask('PATCH', 'letters/one?mask.fieldPaths=..', { fields: {} })).status).toBe(400)
  expect((await world.asOwner('GET', 'letters/one')).status).toBe(404)
})
