import { expect, test } from 'vitest'
import { flagOf } from '../config/option.ts'
import { optionsOf } from '../config/settings-in-force.ts'
import { runCommand } from '../testing/run-command.ts'
import { commands } from './commands.ts'

async function helpOf(...words: readonly string[]): Promise<string> {
  const { status, printed } = await runCommand(words)
  expect(status).toBe(0)
  return printed.join('\n')
}

test.each([
  [[], 'A command is missing'],
  [['serve'], '"serve" is not a command. The commands are start, dev'],
  [['toString'], '"toString" is not a command'],
  [['start', 'now'], 'Too many arguments'],
  [['start', '--port', '1', '--port', '2'], 'It is given twice'],
  [['start', '--prot', '1'], "Unknown option '--prot'"],
  [['dev', '--port'], 'argument missing'],
  [['start', '--port', '70000', '--log-level=loud'], '--port must be a whole number from 0 to 65535.'],
  [['start', '--port', '70000', '--log-level=loud'], '--log-level must be one of info'],
  [['start', '--ephemeral'], 'HEARTH_EPHEMERAL is for "hearth dev" only'],
])('%j is refused', async (words, sentence) => {
  const { status, told } = await runCommand(words)
  expect(status).toBe(2)
  expect(told.join(' ')).toContain(sentence)
})

test('each command has a help of its own, and what is none gets the list of them', async () => {
  const overview = await helpOf('help')
  for (const name of Object.keys(commands)) {
    expect(overview).toContain(`  ${name} `)
    expect(await helpOf(name, '--help')).toContain(`Usage: hearth ${name} `)
    expect(await helpOf('help', name)).toBe(await helpOf(name, '--help'))
  }
  expect(await helpOf('rules', 'deploy', '--help')).toContain('Usage: hearth rules deploy ')
  expect(await helpOf('help', 'toString')).toBe(overview)
  expect(await helpOf('--version')).toMatch(/^\d+\.\d+\.\d+/)
})

test.each(['start', 'dev'] as const)('every setting of %s is in its help', async (mode) => {
  const help = await helpOf(mode, '--help')
  for (const option of optionsOf(mode)) {
    expect(help).toContain(`--${flagOf(option)} `)
    expect(help.replaceAll(/\s+/g, ' ')).toContain(`${option.variable}, default: `)
  }
})
