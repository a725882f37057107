/** `node tests/clients/matrix.ts --helper FILE [--only WORDS]`: runs the cells and prints them as a table of Markdown. Ends with 1 where one is red. */
import { parseArgs } from 'node:util'
import { allCells, type Cell } from './cells.ts'
import type { CallsResult } from './installed-client.ts'
import { runCell } from './run-cell.ts'
import { Servers } from './servers.ts'

const { values } = parseArgs({ options: { helper: { type: 'string' }, only: { type: 'string', default: '' } } })
if (values.helper === undefined) throw new Error('--helper has to name the file of npm run pack:client')

const cells = allCells().filter((one) => isMeant(one, values.only))
if (cells.length === 0) throw new Error(`No row has all the words of --only "${values.only}"`)

await using servers = await Servers.start()
let red = 0
for (const cell of cells) {
  const result = await runCell(cell, servers, values.helper)
  red += result.failed.length === 0 ? 0 : 1
  process.stdout.write(`${row(cell, result)}\n`)
}
process.stdout.write(`${red} red\n`)
process.exitCode = red === 0 ? 0 : 1

/** Each word has to be in what the cell says of itself. */
function isMeant(cell: Cell, only: string): boolean {
  return only.split(' ').every((word) => title(cell).includes(word))
}

function title({ packages, api, way, where, scheme }: Cell): string {
  const names = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  return `${names.join(' with ')} | ${api} | ${way} | ${where} | ${scheme}`
}

function row(cell: Cell, { passed, failed }: CallsResult): string {
  const said = failed.map(({ name, message }) => `${name}: ${message.replaceAll('\n', ' ')}`).join('; ')
  return `| ${title(cell)} | ${failed.length === 0 ? `${passed} of ${passed}` : `RED ${passed} of ${passed + failed.length}: ${said}`} |`
}
