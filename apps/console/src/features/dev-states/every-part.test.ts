/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../../', import.meta.url))
/** What others of the page are made of, and the page that stands around those before anybody is signed in. */
const within = ['field', 'gate-page', 'option-list', 'popover-panel']

it('shows every part of the design system', () => {
  const parts = globSync('ui/*.tsx', { cwd: sources }).map((file) => file.slice('ui/'.length, -'.tsx'.length))
  expect(parts.length).toBeGreaterThan(40)
  const page = globSync('features/dev-states/components/*.tsx', { cwd: sources })
    .map((file) => readFileSync(`${sources}${file}`, 'utf8'))
    .join('\n')
  const missing = parts.filter((part) => !within.includes(part) && !page.includes(`/ui/${part}.tsx'`))
  expect(missing).toEqual([])
})
