import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

const nobody = 65_534

/** An empty folder of the system's temporary ones, removed at the end of the scope. */
async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'hearth-process-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('help and version say what they are asked for and end with 0', async () => {
  const help = await SpawnedServer.run(['--help'])
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const word of ['start', 'dev', 'documents', 'Exit status']) expect(help.stdout).toContain(word)
  const ofStart = await SpawnedServer.run(['start', '--help'])
  expect(ofStart).toMatchObject({ code: 0, stderr: '' })
  for (const word of ['--port', 'HEARTH_PUBLIC_URL']) expect(ofStart.stdout).toContain(word)
  const version = await SpawnedServer.run(['version'])
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('bad settings end with 2, each named on standard error, before the data folder is touched', async () => {
  await using folder = await temporaryFolder()
  const dataFolder = join(folder.path, 'data')
  const end = await SpawnedServer.run(['start', '--port', 'many'], {
    HEARTH_DATA: dataFolder,
    HEARTH_PUBLIC_URL: 'nowhere',
    HEARTH_TYPO: '1',
  })
  expect(end).toMatchObject({ code: 2, stdout: '' })
  expect(end.stderr.trim().split('\n')).toHaveLength(3)
  for (const name of ['--port', 'HEARTH_PUBLIC_URL', 'HEARTH_TYPO']) expect(end.stderr).toContain(name)
  expect(await readdir(folder.path)).toEqual([])
})

test.each([[[]], [['serve']]])('the command line %j ends with 2', async (words) => {
  expect(await SpawnedServer.run(words)).toMatchObject({ code: 2, stdout: '' })
})

test.each(['clock', 'keys', 'accounts', 'projects'])('%s without an action says which there are', async (name) => {
  const end = await SpawnedServer.run([name, '--data', '/tmp'])
  expect(end).toMatchObject({ code: 2, stdout: '' })
  expect(end.stderr).toContain(`hearth: Say what to do: ${name} `)
  if (name === 'clock') expect(end.stderr.trim().split('\n')).toHaveLength(1)
})

test('a certificate that is no file ends with 2', async () => {
  await using folder = await temporaryFolder()
  const end = await SpawnedServer.run(['start'], {
    HEARTH_DATA: folder.path,
    HEARTH_PORT: '0',
    HEARTH_TLS_CERTIFICATE: '/nowhere/certificate.pem',
    HEARTH_TLS_KEY: '/nowhere/key.pem',
  })
  expect(end).toMatchObject({ code: 2, stdout: '' })
  expect(end.stderr).toContain('HEARTH_TLS_CERTIFICATE')
})

test.each(['start', 'dev'] as const)('%s says it is ready when everything answers, and stops cleanly', async (mode) => {
  await using server = await SpawnedServer.start({ mode })
  for (const path of ['/healthz', '/readyz']) expect((await fetch(server.origin + path)).status).toBe(200)
  const end = await server.kill('SIGTERM')
  expect(end).toMatchObject({ code: 0, signal: null })
  expect(end.stdout).toMatch(new RegExp(`^Hearth is ready at ${server.origin}\n`))
  for (const line of end.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
})

test('each request is one JSON line on standard error, with the id of its answer', async () => {
  await using server = await SpawnedServer.start()
  const response = await fetch(`${server.origin}/nothing?key=secret`)
  const { stderr } = await server.kill('SIGTERM')
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const requests = lines.filter((line) => line['path'] === '/nothing')
  expect(requests).toEqual([expect.objectContaining({ id: response.headers.get('x-request-id'), status: 404 })])
  expect(stderr).not.toContain('secret')
})

test('SIGINT stops it too, even while a client keeps its connection', async () => {
  await using server = await SpawnedServer.start()
  await (await fetch(`${server.origin}/healthz`)).text()
  expect(await server.kill('SIGINT')).toMatchObject({ code: 0, signal: null })
})

test('streams that would go on for ever do not delay the stop', async () => {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  const session = connect(server.origin)
  session.on('error', () => undefined)
  const headers = {
    ':method': 'POST',
    ':path': '/google.firestore.v1.Firestore/Listen',
    'content-type': 'application/grpc',
  }
  const stream = session.request(headers)
  stream.on('error', () => undefined)
  // As gRPC clients do when they are told the status.
  stream.on('trailers', () => stream.end())
  stream.resume()
  await once(stream, 'response')
  const startedAt = performance.now()
  expect(await server.kill('SIGTERM')).toMatchObject({ code: 0, signal: null })
  // A request under way would be given eight seconds.
  expect(performance.now() - startedAt).toBeLessThan(4_000)
  session.destroy()
})

test.each([0, 1])('it serves %i requests and stops when nobody reads its output any more', async (count) => {
  await using server = await SpawnedServer.start()
  server.closeOutput()
  for (let left = count; left > 0; left -= 1) expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(await server.kill('SIGTERM')).toMatchObject({ code: 0, signal: null })
})

test('it serves and stops while the reader of its output takes nothing', async () => {
  await using server = await SpawnedServer.start()
  server.leaveOutput()
  using client = new RawClient(server.port)
  // Far more lines than a pipe holds.
  const request = { method: 'GET', path: `/${'x'.repeat(500)}` }
  await Promise.all(Array.from({ length: 1_500 }, () => client.ask(request)))
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  expect(await server.kill('SIGTERM')).toMatchObject({ code: 0, signal: null })
})

test('the data folder is for its owner alone', async () => {
  await using folder = await temporaryFolder()
  const dataFolder = join(folder.path, 'deep/data')
  await using server = await SpawnedServer.start({ dataFolder })
  expect((await stat(server.dataFolder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(dataFolder)) {
    expect((await stat(join(dataFolder, name))).mode & 0o077, name).toBe(0)
  }
})

test('a second server on the same folder ends with 3, and the first goes on', async () => {
  await using first = await SpawnedServer.start()
  const second = await SpawnedServer.run(['start'], { HEARTH_DATA: first.dataFolder, HEARTH_PORT: '0' })
  expect(second).toMatchObject({ code: 3, stdout: '' })
  expect(second.stderr).toContain('in use by another Hearth')
  expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
})

test('after kill -9 the folder can be used at once', async () => {
  await using folder = await temporaryFolder()
  await using first = await SpawnedServer.start({ dataFolder: folder.path })
  expect(await first.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
  await using second = await SpawnedServer.start({ dataFolder: folder.path })
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200)
})

test.each([
  ['a newer format', '{"format":999}', 'newer Hearth'],
  ['a format that is no number', '{"format":"new"}', "can't be understood"],
  ['a cut-off format', '{"for', "can't be understood"],
])('a folder with %s ends with 3 and stays as it was', async (_name, format, sentence) => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'format.json'), format)
  const end = await SpawnedServer.run(['start'], { HEARTH_DATA: folder.path, HEARTH_PORT: '0' })
  expect(end).toMatchObject({ code: 3, stdout: '' })
  expect(end.stderr).toContain(sentence)
  expect((await readdir(folder.path)).filter((name) => name !== 'lock.sqlite')).toEqual(['format.json'])
})

test('what dev made is served by start only when it is taken over on purpose', async () => {
  await using folder = await temporaryFolder()
  {
    await using dev = await SpawnedServer.start({ mode: 'dev', dataFolder: folder.path })
    expect((await fetch(`${dev.origin}/readyz`)).status).toBe(200)
  }
  const end = await SpawnedServer.run(['start'], { HEARTH_DATA: folder.path, HEARTH_PORT: '0' })
  expect(end).toMatchObject({ code: 3, stdout: '' })
  expect(end.stderr).toContain('was made by "hearth dev"')
  expect(end.stderr).toContain('--adopt-data')
  const settings = { HEARTH_ADOPT_DATA: 'true' }
  await using server = await SpawnedServer.start({ mode: 'start', dataFolder: folder.path, settings })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
})

test('a folder of other things ends with 3 and nothing is added to it', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'thesis.txt'), 'mine')
  const end = await SpawnedServer.run(['start'], { HEARTH_DATA: folder.path, HEARTH_PORT: '0' })
  expect(end).toMatchObject({ code: 3 })
  expect(await readdir(folder.path)).toEqual(['thesis.txt'])
})

test('a data folder that is a file ends with 3', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  for (const dataFolder of [file, join(file, 'below')]) {
    const end = await SpawnedServer.run(['start'], { HEARTH_DATA: dataFolder, HEARTH_PORT: '0' })
    expect(end).toMatchObject({ code: 3 })
    expect(end.stderr).toContain('is not a folder')
  }
})

test('a read-only data folder ends with 3', async ({ skip }) => {
  await using folder = await temporaryFolder()
  const dataFolder = join(folder.path, 'data')
  await mkdir(dataFolder)
  // The superuser may write anywhere, so as the superuser the server runs as somebody else.
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    const trial = await SpawnedServer.run(['version'], {}, nobody).catch(() => undefined)
    skip(trial?.code !== 0, 'this clone can be read by the superuser alone')
    await chmod(folder.path, 0o755)
    await chown(dataFolder, nobody, nobody)
  }
  await chmod(dataFolder, 0o500)
  const environment = { HEARTH_DATA: dataFolder, HEARTH_PORT: '0' }
  const end = await SpawnedServer.run(['start'], environment, isRoot ? nobody : undefined)
  expect(end).toMatchObject({ code: 3, stdout: '' })
  expect(end.stderr).toContain(`The data folder ${dataFolder} `)
  await chmod(dataFolder, 0o700)
})

test("a port that the hub of the vendor's emulators has ends with 4, and says what helps", async () => {
  const hub = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ version: '15.34.2', origins: ['http://127.0.0.1:4400'], pid: 1 }))
  }).listen(0, '127.0.0.1')
  await once(hub, 'listening')
  const { port } = hub.address() as AddressInfo
  await using folder = await temporaryFolder()
  const end = await SpawnedServer.run(['dev'], { HEARTH_DATA: folder.path, HEARTH_PORT: String(port) })
  hub.close()
  expect(end.code).toBe(4)
  expect(end.stderr).toMatch(/is in use\. The emulator hub .* has it\. Start Hearth first/)
})

test('a port in use ends with 4', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await using folder = await temporaryFolder()
  const end = await SpawnedServer.run(['start'], { HEARTH_DATA: folder.path, HEARTH_PORT: String(port) })
  other.close()
  expect(end).toMatchObject({ code: 4, stdout: '' })
  expect(end.stderr).toContain(`Port ${port} of 127.0.0.1 is in use. Name another one with --port or HEARTH_PORT.`)
})

test('an address that is not of this machine ends with 4', async () => {
  await using folder = await temporaryFolder()
  const environment = { HEARTH_DATA: folder.path, HEARTH_PORT: '0', HEARTH_HOST: '203.0.113.1' }
  expect(await SpawnedServer.run(['start'], environment)).toMatchObject({ code: 4, stdout: '' })
})
