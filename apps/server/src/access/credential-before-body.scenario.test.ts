import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addressOf } from '../testing/route-requests.ts'
import { TestServer } from '../testing/test-server.ts'

const parameters = { project: 'demo-app', property: '1', database: '(default)', bucket: 'demo-app.appspot.com' }

/** The first line of the answer to a request whose body is announced and never sent. */
function answerWithoutBody(port: number, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const giveUp = setTimeout(() => socket.destroy(new Error(`${method} ${path} waits for its body`)), 10_000)
    socket.on('error', reject)
    socket.once('data', (bytes) => {
      clearTimeout(giveUp)
      socket.destroy()
      resolve(bytes.toString().split('\r\n')[0] ?? '')
    })
    const headers =
      'Host: localhost\r\nAuthorization: Bearer nonsense\r\nContent-Type: application/json\r\nContent-Length: 10000'
    socket.write(`${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n{"`)
  })
}

test('a credential that is none is refused before any of the body is read, by every route that asks for one', async () => {
  await using server = await TestServer.start()
  const routes = server.hearth.protocols.flatMap(({ name, routes }) =>
    // The credential of a channel is in its body.
    name === 'firestore-webchannel' ? [] : routes.map((route) => ({ ...route, name })),
  )
  const asked = routes.filter(
    ({ guard, grpc, method }) =>
      (guard === 'gate' || guard === 'admin') && grpc !== true && ['POST', 'PUT', 'PATCH'].includes(method),
  )
  expect(asked.length).toBeGreaterThan(50)
  const answers = await Promise.all(
    asked.map(async (route) => {
      const path = addressOf(route, parameters)
      const line = await answerWithoutBody(server.port, route.method, path).catch(String)
      return `${route.method} ${path} (${route.name}): ${line}`
    }),
  )
  const refused = /: HTTP\/1\.1 (?:401|403|400|404|501) /
  expect(answers.filter((answer) => !refused.test(answer))).toEqual([])
})
