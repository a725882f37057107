import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { Route, RouteGuard } from '../http/route.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { addressOf } from '../testing/route-requests.ts'
import { TestServer } from '../testing/test-server.ts'

const parameters = { project: 'demo-app', property: '1', database: '(default)', bucket: 'demo-app.appspot.com' }

type Credential = 'none' | 'nonsense' | "a user's"

/** With which credentials no route of a guard has any use for a body. */
const refused: Readonly<Record<RouteGuard, readonly Credential[]>> = {
  admin: ['none', 'nonsense', "a user's"],
  // What a visitor or a user may is for the rules, which ask what the body says.
  gate: ['nonsense'],
  // Not there at all under `start`.
  dev: ['none', 'nonsense', "a user's"],
  // The credential is in the body; where administrators call as well, see `isShared`.
  identity: [],
  capability: [],
  open: [],
}

/** Addresses of apps at which whoever has a credential in the header is an administrator. */
function isShared({ guard, path }: Route): boolean {
  const names = 'accounts:(?:signUp|lookup|update|delete|sendOobCode)'
  const olderNames = 'relyingparty/(?:signupNewUser|getAccountInfo|setAccountInfo|deleteAccount|getOobConfirmationCode)'
  return guard === 'identity' && new RegExp(`/(?:${names}|${olderNames})$`).test(path)
}

/** The first line of the answer to a request whose body is announced and never sent. */
function answerWithoutBody(port: number, request: string, authorization: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const giveUp = setTimeout(() => socket.destroy(new Error('waits for its body')), 10_000)
    socket.on('error', reject)
    socket.once('data', (bytes) => {
      clearTimeout(giveUp)
      socket.destroy()
      resolve(bytes.toString().split('\r\n')[0] ?? '')
    })
    const credential = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`
    const headers = `Host: localhost\r\n${credential}Content-Type: application/json\r\nContent-Length: 10000`
    socket.write(`${request} HTTP/1.1\r\n${headers}\r\n\r\n{"`)
  })
}

/** With an API key, so that nobody is refused for want of one. */
async function openApp(server: TestServer): Promise<{ apiKey: string; userToken: string }> {
  const owner = await ConsoleAccount.claim(server)
  const { apiKey } = (await owner.enter('demo-app')).app
  const made = await fetch(`${server.origin}/v1/accounts:signUp?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
  })
  return { apiKey, userToken: ((await made.json()) as { idToken: string }).idToken }
}

test('who has no right is refused before any of the body is read, by every route that asks for a credential', async () => {
  await using server = await TestServer.start()
  const { apiKey, userToken } = await openApp(server)
  const routes = server.hearth.protocols
    // The credential of a channel is in its body.
    .flatMap(({ name, routes: all }) => (name === 'firestore-webchannel' ? [] : all))
    .filter(({ grpc, method }) => grpc !== true && ['POST', 'PUT', 'PATCH'].includes(method))
  const authorizations = { none: undefined, nonsense: 'Bearer nonsense', "a user's": `Bearer ${userToken}` } as const
  const answers: string[] = []
  for (const credential of ['none', 'nonsense', "a user's"] as const) {
    const asked = routes.filter(
      (route) => refused[route.guard].includes(credential) || (credential === 'nonsense' && isShared(route)),
    )
    expect(asked.length).toBeGreaterThan(credential === 'nonsense' ? 100 : 50)
    answers.push(
      ...(await Promise.all(
        asked.map(async (route) => {
          const request = `${route.method} ${addressOf(route, parameters)}?key=${apiKey}`
          const line = await answerWithoutBody(server.port, request, authorizations[credential]).catch(String)
          return `${request} with ${credential}: ${line}`
        }),
      )),
    )
  }
  expect(answers.filter((answer) => !/: HTTP\/1\.1 (?:401|403|400|404|501) /.test(answer))).toEqual([])
})
