import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sdkConstants, vendorTag } from './sdk-constants.ts'
import { hearth, routeConstants } from './vite.ts'

const modules = join(import.meta.dirname, '../../../node_modules')

describe.each(sdkConstants)('$package', ({ package: name, host, path }) => {
  const id = join(modules, name, 'dist/esm/index.esm.js')
  const code = readFileSync(id, 'utf8')

  it('is led to the origin, by nothing but its constant', () => {
    const routed = routeConstants(code, id, 'https://hearth.example') ?? ''
    expect(routed).not.toContain(`'${host}`)
    expect(routed.replace(`"https://hearth.example${path}"`, `'${host}${path}'`)).toBe(code)
  })

  it('is led to the origin of the page', () => {
    expect(routeConstants(code, id, undefined)).toContain(`= (globalThis.location.origin + "${path}");`)
  })

  it.each([
    ['moved', code.replaceAll(host, 'https://elsewhere.example')],
    ['twice', code + code],
  ])('stops the build when its constant is %s', (_title, changed) => {
    expect(() => routeConstants(changed, id, 'https://hearth.example')).toThrow('firebase 9 to 13')
  })
})

it('leaves all other modules as they are', () => {
  const code = "const address = 'https://firebaseinstallations.googleapis.com/v1'"
  for (const id of ['/app/src/main.ts', '/app/node_modules/@firebase/auth/dist/esm/index.js']) {
    expect(routeConstants(code, id, undefined)).toBeUndefined()
  }
})

it('refuses what is no origin before anything is built', () => {
  expect(() => hearth({ origin: 'https://hearth.example/path' })).toThrow('not an origin')
})

it('the SDK looks for the script that keeps it from loading the tag', () => {
  const code = readFileSync(join(modules, '@firebase/analytics/dist/esm/index.esm.js'), 'utf8')
  expect(code).toContain(`const GTAG_URL = '${vendorTag}';`)
  expect(code).toContain('tag.src.includes(GTAG_URL)')
})
