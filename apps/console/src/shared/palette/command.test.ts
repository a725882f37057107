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
  expect(matching(groups, text, 'Related').flatMap(({ commands }) => commands.map(({ title }) => title))).toEqual(
    titles,
  )
})

it('shows what is searched only once something is typed', () => {
  const group = { title: 'Pages', commands: [{ ...command('Mails'), isSearchedOnly: true }] }
  expect(matching([group], ' ', 'Related')).toEqual([])
  expect(matching([group], 'mai', 'Related')).toEqual([group])
})

it('shows what is named so in all groups before what is only about it', () => {
  const pages = {
    title: 'Pages',
    commands: [command('Files', 'uploads'), command('Jobs', 'upload'), command('Uploads')],
  }
  const acts = { title: 'Acts', commands: [command('Upload files')] }
  const about = { title: 'About', commands: [command('Account', 'uploads')] }
  expect(
    matching([about, pages, acts], 'upload', 'Related').map(({ title, commands }) => [
      title,
      ...commands.map((one) => one.title),
    ]),
  ).toEqual([
    ['Pages', 'Uploads'],
    ['Acts', 'Upload files'],
    ['Related', 'Account', 'Files', 'Jobs'],
  ])
})

it('leaves out groups that have nothing left', () => {
  expect(matching(groups, 'café', 'Related').map(({ title }) => title)).toEqual(['Projects'])
})

function command(title: string, keywords = '') {
  return { id: title, title, icon: null, keywords, run: () => undefined }
}
