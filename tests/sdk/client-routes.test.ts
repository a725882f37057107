import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const sdk = join(import.meta.dirname, '../../node_modules/@firebase')

/** The hosts in the code of a package of the SDK as a bundler for browsers takes it, without what comments name. */
async function hostsIn(name: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(sdk, name, 'package.json'), 'utf8')) as {
    exports: Record<string, { browser?: { import: string }; default: string }>
  }
  const entry = manifest.exports['.']?.browser?.import ?? manifest.exports['.']?.default ?? ''
  const found = new Set<string>()
  const files = [join(sdk, name, entry)]
  for (const file of files) {
    const code = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
    for (const [host] of code.matchAll(
      /https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z]+\.(?:googleapis|google|firebaseapp|gstatic|googletagmanager)\.com/g,
    )) {
      found.add(host)
    }
    for (const [, to = ''] of code.matchAll(/from\s*'(\.\/[^']+)'/g)) {
      const next = join(dirname(file), to)
      if (!files.includes(next)) files.push(next)
    }
  }
  return [...found].toSorted()
}

/** What takes each host's place is said beside it; a host that comes with a new SDK needs somebody who thinks of that. */
it.each([
  ['app', []],
  [
    'auth',
    [
      // connectAuthEmulator puts our origin before these.
      'identitytoolkit.googleapis.com',
      'sandbox.googleapis.com',
      'securetoken.googleapis.com',
      // Scripts of the stock popup resolver, in whose place ours is, and of reCAPTCHA, which the server never asks for.
      'https://apis.google.com',
      'https://www.google.com',
    ],
  ],
  // `host` of the settings; the other one is in a message.
  ['firestore', ['firestore.googleapis.com', 'https://stackoverflow.com']],
  // `host`, or connectStorageEmulator; the others are compared with and never asked.
  [
    'storage',
    ['cloud.google.com', 'firebasestorage.googleapis.com', 'https://firebase.google.com', 'storage.googleapis.com'],
  ],
  // fetch, or the plugin for Vite.
  ['installations', ['https://firebaseinstallations.googleapis.com']],
  // The same, and the sender in place of the tag.
  ['analytics', ['https://firebase.googleapis.com', 'https://www.googletagmanager.com']],
  // The issuer of tokens for tests.
  ['util', ['https://securetoken.google.com']],
  ['component', []],
])('%s of the SDK has no other hosts than those that are led elsewhere', async (name, hosts) => {
  expect(await hostsIn(name)).toEqual(hosts.toSorted())
})
