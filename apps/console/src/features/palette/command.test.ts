import { expect, it } from 'vitest'
import { type CommandGroup, matching } from './command.ts'

const groups: readonly CommandGroup[] = [
  { title: 'Pages', commands: [command('Übersicht'), command('Settings: Members', 'team')] },
  { title: 'Projects', commands: [command('Café Zürich', 'cafe-zurich')] },
]

it.each([
  ['', ['Übersicht', 'Settings: Members', 'Café Zürich']],
  ['uber', ['Übersicht']],
  ['ZÜR', ['Café Zürich']],
  ['members settings', ['Settings: Members']],
  ['  team ', ['Settings: Members']],
  ['settings zurich', []],
  ['ttings', []],
  ['“', []],
])('finds for "%s" %j', (text, titles) => {
  expect(matching(groups, text).flatMap(({ commands }) => commands.map(({ title }) => title))).toEqual(titles)
})

it('shows what is searched only once something is typed', () => {
  const group = { title: 'Pages', commands: [{ ...command('Mails'), isSearchedOnly: true }] }
  expect(matching([group], ' ')).toEqual([])
  expect(matching([group], 'mai')).toEqual([group])
})

it('leaves out groups that have nothing left', () => {
  expect(matching(groups, 'café').map(({ title }) => title)).toEqual(['Projects'])
})

function command(title: string, keywords = '') {
  return { id: title, title, icon: null, keywords, run: () => undefined }
}
