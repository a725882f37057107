import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEmulatorSettings } from './emulator-settings.ts'

let folder: string
let warnings: string[]
const read = () => readEmulatorSettings(folder, (sentence) => warnings.push(sentence))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-emulators-'))
  warnings = []
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder without files says nothing', () => {
  expect(read()).toEqual({ ports: [], project: undefined })
  expect(warnings).toEqual([])
})

test('ports are those that are named, else the usual ones; pages of others keep theirs', () => {
  const emulators = {
    auth: { port: 9100, host: '0.0.0.0' },
    firestore: {},
    functions: { port: 5055 },
    hosting: {},
    pubsub: { enabled: false },
    ui: { enabled: true },
    singleProjectMode: true,
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ projects: { default: 'test', staging: 'other' } }))
  expect(read()).toEqual({
    ports: [
      { name: 'auth', port: 9100 },
      { name: 'firestore', port: 8080 },
      { name: 'ui', port: 4000 },
      { name: 'functions', port: 5055 },
    ],
    project: 'test',
  })
  expect(warnings).toEqual([
    expect.stringContaining('Hearth has none of: functions (5055). At'),
    expect.stringContaining('Hearth has none of: hosting (5000). Nothing'),
  ])
})

test('an emulator that is not enabled has no port, and one that several name is opened once', () => {
  const emulators = {
    auth: { port: 9100 },
    firestore: { port: 9100 },
    storage: { enabled: false, port: 9199 },
    ui: { enabled: false },
    hub: { port: '4500' },
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  expect(read().ports).toEqual([
    { name: 'auth', port: 9100 },
    { name: 'hub', port: 4500 },
  ])
  expect(warnings).toEqual([])
})

test.each(['"many"', '"70000"', '0', '1.5', '""', 'true'])('a port of %s drops its emulator alone', (port) => {
  writeFileSync(
    join(folder, 'firebase.json'),
    `{"emulators": {"auth": {"port": ${port}}, "firestore": {"port": 8181}}}`,
  )
  expect(read()).toEqual({ ports: [{ name: 'firestore', port: 8181 }], project: undefined })
  expect(warnings).toEqual([expect.stringMatching(/^The emulator "auth" in .*firebase\.json is left out: port: /)])
})

test('comments are read over, as the vendor’s command line does', () => {
  writeFileSync(join(folder, 'firebase.json'), '{"emulators": {/* ours */ "auth": {"port": 9100}}} // end')
  writeFileSync(join(folder, '.firebaserc'), '// mine\n{"projects": {"default": "test"}}')
  expect(read()).toEqual({ ports: [{ name: 'auth', port: 9100 }], project: 'test' })
  expect(warnings).toEqual([])
})

test('of each broken file there is one warning', () => {
  writeFileSync(join(folder, 'firebase.json'), '[]')
  writeFileSync(join(folder, '.firebaserc'), '{')
  expect(read()).toEqual({ ports: [], project: undefined })
  expect(warnings).toEqual([expect.stringContaining('firebase.json'), expect.stringContaining('.firebaserc')])
})
