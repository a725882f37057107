import { BackupCalls } from './backup-calls.ts'
import { ConsoleAccount } from './console-account.ts'
import type { TestServer } from './test-server.ts'

/** Of {@link openShop}. */
export const SHOP_PROJECT = 'shop-app'

/** A project with its owner, and what an owner does in it. */
export async function openShop(server: TestServer) {
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject(SHOP_PROJECT)
  const token = await owner.operatorToken(SHOP_PROJECT)
  const { app } = await owner.enter(SHOP_PROJECT)
  const json = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const documents = `${server.origin}/v1/projects/${SHOP_PROJECT}/databases/(default)/documents`
  const files = `${server.origin}/v0/b/${SHOP_PROJECT}.firebasestorage.app/o`
  const identity = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts`
  return {
    owner,
    token,
    backups: new BackupCalls(owner, SHOP_PROJECT),
    async write(path: string, text: string): Promise<{ updateTime: string }> {
      const body = JSON.stringify({ fields: { text: { stringValue: text } } })
      return await ok(fetch(`${documents}/${path}`, { method: 'PATCH', headers: json, body }))
    },
    async remove(path: string): Promise<void> {
      await ok(fetch(`${documents}/${path}`, { method: 'DELETE', headers: json }))
    },
    async read(path: string): Promise<{ text: string; updateTime: string } | undefined> {
      const answer = await fetch(`${documents}/${path}`, { headers: json })
      if (answer.status === 404) return undefined
      const { fields, updateTime } = await ok<{ fields: { text: { stringValue: string } }; updateTime: string }>(answer)
      return { text: fields.text.stringValue, updateTime }
    },
    async upload(name: string, content: string): Promise<void> {
      const headers = { authorization: `Firebase ${token}`, 'content-type': 'text/plain' }
      await ok(fetch(`${files}?name=${name}`, { method: 'POST', headers, body: content }))
    },
    async drop(name: string): Promise<void> {
      const answer = await fetch(`${files}/${name}`, {
        method: 'DELETE',
        headers: { authorization: `Firebase ${token}` },
      })
      if (answer.status !== 204) throw new Error(`The file ${name} was not deleted: ${answer.status}`)
    },
    async download(name: string): Promise<string | undefined> {
      const answer = await fetch(`${files}/${name}?alt=media`, { headers: { authorization: `Firebase ${token}` } })
      return answer.status === 404 ? undefined : await answer.text()
    },
    async signUp(email: string): Promise<{ localId: string; idToken: string; refreshToken: string }> {
      const body = JSON.stringify({ email, password: 'correct horse', returnSecureToken: true })
      const headers = { 'content-type': 'application/json' }
      return await ok(fetch(`${identity}:signUp?key=${app.apiKey}`, { method: 'POST', headers, body }))
    },
    async emails(): Promise<string[]> {
      const address = `${server.origin}/v1/projects/${SHOP_PROJECT}/accounts:batchGet`
      const { users = [] } = await ok<{ users?: { email: string }[] }>(fetch(address, { headers: json }))
      return users.map(({ email }) => email).toSorted()
    },
    async changeAccount(body: object): Promise<void> {
      const address = `${server.origin}/v1/projects/${SHOP_PROJECT}/accounts:update`
      await ok(fetch(address, { method: 'POST', headers: json, body: JSON.stringify(body) }))
    },
    async refresh(refreshToken: string): Promise<number> {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const address = `${server.origin}/securetoken.googleapis.com/v1/token?key=${app.apiKey}`
      return (await fetch(address, { method: 'POST', body })).status
    },
  }
}

/** The body of an answer. Throws where it is no success. */
export async function ok<Body>(answering: Promise<Response> | Response): Promise<Body> {
  const answer = await answering
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Body
}
