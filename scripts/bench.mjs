/**
 * `npm run bench [name]`: runs each `tests/load/*.bench.ts` by itself, one after the other, and prints its figures. A bench
 * writes one JSON line per figure: `{"name","unit","measured","floor"?,"goal"?,"serverMicros"?,"floorMicros"?,"loadMicros"?}`. With a floor, measured in the same run, the
 * ratio counts (`goal` is the least ratio); without one the figure itself does (`goal` is the most it may be). A line
 * `{"note"}` is a sentence about what was not measured.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureConsole } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { getPinnedNode, pinnedEnvironment, root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

await ensureInstalled()
await ensureConsole()
const folder = join(root, 'tests/load')
const only = process.argv[2] ?? ''
const files = readdirSync(folder).filter((name) => name.endsWith('.bench.ts') && name.includes(only))
let failed = 0
process.stdout.write(row('figure', 'measured', 'floor', 'ratio', 'goal', '', 'server µs', 'floor µs', 'load µs'))
for (const file of files.toSorted()) {
  const { code, output } = await runProcess(getPinnedNode(), [join(folder, file)], {
    environment: pinnedEnvironment(),
    quiet: true,
  })
  for (const line of output.split('\n')) printFigure(line)
  if (code !== 0) {
    failed += 1
    process.stdout.write(`${file} failed:\n${output}\n`)
  }
}
process.exitCode = failed === 0 ? 0 : 1

function printFigure(line) {
  if (line.startsWith('{"note"')) process.stdout.write(`${JSON.parse(line).note}\n`)
  if (!line.startsWith('{"name"')) return
  const { name, unit, measured, floor, goal, serverMicros, floorMicros, loadMicros } = JSON.parse(line)
  const micros = [serverMicros, floorMicros, loadMicros].map((figure) => (figure === undefined ? '' : format(figure)))
  const ratio = floor === undefined ? undefined : measured / floor
  const isReached = goal === undefined ? undefined : ratio === undefined ? measured <= goal : ratio >= goal
  process.stdout.write(
    row(
      name,
      `${format(measured)} ${unit}`,
      floor === undefined ? '' : `${format(floor)} ${unit}`,
      ratio === undefined ? '' : ratio.toFixed(2),
      goal === undefined ? '' : `${ratio === undefined ? '<=' : '>='} ${goal}`,
      isReached === undefined ? '' : isReached ? 'ok' : 'MISSED',
      ...(micros.every((text) => text === '') ? [] : micros),
    ),
  )
}

function row(name, ...cells) {
  return `${name.padEnd(58)}${cells.map((cell) => cell.padStart(16)).join('')}\n`
}

function format(figure) {
  return figure >= 100 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)
}
