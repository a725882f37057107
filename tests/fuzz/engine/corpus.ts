import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../corpus')

/** Longer ones are found again when they are worth it; the repository is for reading. */
const KEPT_BYTES_MAX = 1024

/**
 * The inputs of a target that each reach something the others do not: one a line, as JSON text, or in base64 where it is
 * no UTF-8.
 */
export function readCorpus(target: string): Buffer[] {
  const file = join(folder, `${target}.txt`)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map(decodeLine)
}

export function writeCorpus(target: string, inputs: readonly Buffer[]): void {
  const lines = inputs.filter(({ length }) => length <= KEPT_BYTES_MAX).map((input) => `${encodeLine(input)}\n`)
  writeFileSync(join(folder, `${target}.txt`), lines.toSorted().join(''))
}

function encodeLine(input: Buffer): string {
  const text = input.toString('utf8')
  return Buffer.from(text).equals(input) ? JSON.stringify(text) : input.toString('base64')
}

function decodeLine(line: string): Buffer {
  return line.startsWith('"') ? Buffer.from(JSON.parse(line) as string) : Buffer.from(line, 'base64')
}
