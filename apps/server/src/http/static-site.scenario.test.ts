import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HttpFixture, jsonRoute } from '../testing/http-fixture.ts'
import { StaticSite } from './static-site.ts'

const SCRIPT = `console.log(${'1+'.repeat(2000)}1)`
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The HTTP layer in front of a small built site, or of a folder that is missing. */
async function startSite(files: Record<string, string> | undefined): Promise<HttpFixture & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-site-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'docs/guides'), { recursive: true })
  for (const [name, content] of Object.entries(files ?? {})) await writeFile(join(folder, name), content)
  const folders = { console: join(folder, files === undefined ? 'missing' : '.'), docs: join(folder, 'docs') }
  const site = new StaticSite(folders, silent)
  const routes = [jsonRoute('GET /v1/value', () => 'api'), jsonRoute('GET /:bucket/:object', () => 'object')]
  const http = await HttpFixture.start({ routes, site })
  const close = http[Symbol.asyncDispose].bind(http)
  return Object.assign(http, {
    [Symbol.asyncDispose]: async () => {
      await close()
      await rm(folder, { recursive: true })
    },
  })
}

const built = { 'index.html': '<!doctype html><title>console</title>', 'assets/app-1a2b.js': SCRIPT }
const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } }

test('the page is served at the root and at every path of the application', async () => {
  await using http = await startSite(built)
  for (const path of ['/', '/welcome', '/projects/demo/data/users']) {
    const response = await fetch(http.origin + path, asPage)
    expect(await response.text()).toBe(built['index.html'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  }
  expect(await (await fetch(`${http.origin}/v1/value`, asPage)).json()).toBe('api')
})

test('the page may load and frame what is its own and nothing else', async () => {
  await using http = await startSite(built)
  const { headers } = await fetch(`${http.origin}/`, asPage)
  const policy = headers.get('content-security-policy') ?? ''
  for (const directive of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
    expect(policy.split('; ')).toContain(directive)
  }
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('hashed files are cached for ever, and asked for with their tag they are not sent again', async () => {
  await using http = await startSite(built)
  const url = `${http.origin}/assets/app-1a2b.js`
  const response = await fetch(url)
  expect(await response.text()).toBe(SCRIPT)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const again = await fetch(url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})

test('files are compressed as the client asks, and keep one tag per coding', async () => {
  await using http = await startSite(built)
  const ask = (acceptEncoding: string): Promise<{ headers: Record<string, unknown>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const headers = { 'accept-encoding': acceptEncoding }
      request(`${http.origin}/assets/app-1a2b.js`, { headers }, (response) => {
        buffer(response).then((body) => resolve({ headers: response.headers, body }), reject)
      }).end()
    })
  const brotli = await ask('gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
  expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT)
  const plain = await ask('br;q=0')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['etag']).not.toBe(brotli.headers['etag'])
  expect((await ask('gzip')).headers['content-encoding']).toBe('gzip')
})

test('no path leads out of the folder', async () => {
  await using http = await startSite(built)
  for (const path of ['/assets/..%2f..%2findex.html', '/assets/%2e%2e%2findex.html', '/assets/']) {
    const response = await fetch(http.origin + path)
    expect(response.headers.get('content-type')).not.toContain('html')
  }
})

test('without a build there is one clear page', async () => {
  await using http = await startSite(undefined)
  const response = await fetch(`${http.origin}/`, asPage)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm start')
})

test('the documents are pages below /docs/, named without an extension, and one that is missing says so', async () => {
  const docs = { 'docs/index.html': 'docs', 'docs/guides/web.html': 'web', 'docs/404.html': 'no such page' }
  await using http = await startSite({ ...built, ...docs })
  const root = await fetch(`${http.origin}/docs`, { ...asPage, redirect: 'manual' })
  expect([root.status, root.headers.get('location')]).toEqual([308, '/docs/'])
  expect(await (await fetch(`${http.origin}/docs/`, asPage)).text()).toBe('docs')
  const page = await fetch(`${http.origin}/docs/guides/web`, asPage)
  expect(await page.text()).toBe('web')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self';")
  const missing = await fetch(`${http.origin}/docs/guides/cobol`, asPage)
  expect([missing.status, await missing.text()]).toEqual([404, 'no such page'])
})

test('without built documents their address is one of the application', async () => {
  await using http = await startSite(built)
  const response = await fetch(`${http.origin}/docs/guides/web`, asPage)
  expect(await response.text()).toBe(built['index.html'])
})
