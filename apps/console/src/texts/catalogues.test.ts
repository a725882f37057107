/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { german } from './de/german.ts'
import { mirrored } from './mirrored.ts'
import { laidOver, missingKeys } from './words.ts'

const folder = new URL('en/', import.meta.url)
const names = readdirSync(folder).map((file) => file.replace('.ts', ''))

describe.each(names)('the catalogue %s', (name) => {
  it('goes by the name of its file', () => {
    expect(readFileSync(new URL(`${name}.ts`, folder), 'utf8')).toContain(`inLanguage('${name}', `)
  })

  it('is German whole', async () => {
    expect(missingKeys(await englishOf(name), german[name])).toEqual([])
  })
})

it('has no German catalogue that English has not', () => {
  expect(Object.keys(german).filter((name) => !names.includes(name))).toEqual([])
})

it('names what a translation lacks', () => {
  const english = { title: 'Title', dialog: { text: 'Text', count: (count: number) => `${count}` } }
  expect(missingKeys(english, { title: 'Titel', dialog: { text: 'Worte' } })).toEqual(['dialog.count'])
  expect(missingKeys(english, { title: 'Titel' })).toEqual(['dialog'])
})

it('reads English where a translation has no words', () => {
  expect(laidOver({ one: 'One', two: { three: 'Three', four: 'Four' } }, { two: { four: 'Vier' } })).toEqual({
    one: 'One',
    two: { three: 'Three', four: 'Vier' },
  })
})

it('marks every word of the mirrored catalogue, also those that a function makes', () => {
  const words = mirrored({ title: 'Title', of: (name: string) => `Of ${name}` }) as {
    readonly title: string
    readonly of: (name: string) => string
  }
  expect(words.title).toBe('\u202ETitle\u202C')
  expect(words.of('Ada')).toBe('\u202EOf Ada\u202C')
})

async function englishOf(name: string): Promise<unknown> {
  const module = (await import(`./en/${name}.ts`)) as Readonly<Record<string, unknown>>
  return Object.values(module)[0]
}
