/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { ServerSetting } from './queries/server-queries.ts'
import { settingSentences } from '../../texts/de/setting-sentences.ts'
import { settingsByArea } from './settings-by-area.ts'

it('keeps the order of areas and settings, and leaves out what nobody set when asked to', () => {
  const settings = [
    setting('HEARTH_PORT', 'address', 'flag'),
    setting('HEARTH_DATA', 'data', 'default'),
    setting('HEARTH_HOST', 'address', 'default'),
    // An area that a newer server has.
    setting('HEARTH_NEW', 'moon', 'environment'),
  ]
  const names = (isMadeOnly: boolean) =>
    settingsByArea(settings, isMadeOnly).map(({ area, settings: some }) => [area, ...some.map(({ name }) => name)])
  expect(names(false)).toEqual([
    ['address', 'HEARTH_PORT', 'HEARTH_HOST'],
    ['data', 'HEARTH_DATA'],
    ['moon', 'HEARTH_NEW'],
  ])
  expect(names(true)).toEqual([
    ['address', 'HEARTH_PORT'],
    ['moon', 'HEARTH_NEW'],
  ])
})

it('has a German sentence for all that the reference page says of settings', () => {
  const page = readFileSync(
    fileURLToPath(new URL('../../../../../docs/reference/configuration.md', import.meta.url)),
    'utf8',
  )
  const rows = [...page.matchAll(/^\| `HEARTH_\w+` \| .*` \| (.*?) \| (.*) \|$/gm)]
  expect(rows.length).toBeGreaterThan(30)
  const isWords = (text: string) => /[a-z] [a-z]|^none$/i.test(text) && !/^\d/.test(text)
  const sentences = rows.flatMap(([, defaultText = '', help = '']) => [
    help.replace(/^(?:start|dev): /, ''),
    ...(isWords(defaultText) ? [defaultText] : []),
  ])
  expect(sentences.filter((sentence) => !settingSentences.has(sentence))).toEqual([])
  expect([...settingSentences.keys()].filter((sentence) => !sentences.includes(sentence))).toEqual([])
})

function setting(name: string, area: string, from: ServerSetting['from']): ServerSetting {
  return { name, area, from, flag: '', help: '', defaultText: '', value: null }
}
