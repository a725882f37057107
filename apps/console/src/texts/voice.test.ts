/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('en/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))

describe.each(files)('the texts of %s', (name) => {
  const texts = [...readFileSync(new URL(name, folder), 'utf8').matchAll(/(['`])((?:(?!\1|\\).|\\.)*)\1/g)]
    .map((match) => match[2] ?? '')
    .filter((text) => text.includes(' '))

  it('holds sentences', () => {
    expect(texts.length).toBeGreaterThan(0)
  })

  it.each(['!', 'Oops', 'orry', 'lease', 'went wrong', 'successful'])('never says “%s”', (word) => {
    expect(texts.filter((text) => text.includes(word) && !text.includes('elease'))).toEqual([])
  })

  it('uses typographic apostrophes', () => {
    expect(texts.filter((text) => /\w'\w/.test(text.replaceAll(/\$\{[^}]*\}/g, '')))).toEqual([])
  })
})
