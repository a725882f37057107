import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEmulatorSettings } from './emulator-settings.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-emulators-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder without files says nothing', () => {
  expect(readEmulatorSettings(folder)).toEqual({ ports: [], project: undefined })
})

test('ports are those that are named, else the usual ones; services that Hearth lacks are left out', () => {
  const emulators = {
    auth: { port: 9100, host: '0.0.0.0' },
    firestore: {},
    functions: { port: 5001 },
    ui: { enabled: true },
  }
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }))
  writeFileSync(join(folder, '.firebaserc'), JSON.stringify({ projects: { default: 'test', staging: 'other' } }))
  expect(readEmulatorSettings(folder)).toEqual({
    ports: [
      { name: 'auth', port: 9100 },
      { name: 'firestore', port: 8080 },
      { name: 'ui', port: 4000 },
    ],
    project: 'test',
  })
})

test('a broken file says nothing', () => {
  writeFileSync(join(folder, 'firebase.json'), '{"emulators": {"auth": {"port": "many"}}}')
  writeFileSync(join(folder, '.firebaserc'), '{')
  expect(readEmulatorSettings(folder)).toEqual({ ports: [], project: undefined })
})
