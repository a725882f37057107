import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LogWriter } from './log-writer.ts'

const lossLine = (count: number) => `lost ${count}\n`

/** A pipe whose both ends are one descriptor that doesn't block: 64 KiB fit into it. */
function openPipe(): Disposable & { path: string; fd: number; read(): string } {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-pipe-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const piece = Buffer.alloc(128 * 1024)
  return {
    path,
    fd,
    read() {
      try {
        return piece.toString('utf8', 0, readSync(fd, piece))
      } catch {
        return ''
      }
    },
    [Symbol.dispose]() {
      closeSync(fd)
      rmSync(folder, { recursive: true })
    },
  }
}

function open(path: string): Disposable & { fd: number } {
  const fd = openSync(path, 'w')
  return { fd, [Symbol.dispose]: () => closeSync(fd) }
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line ${index} ${'x'.repeat(90)}\n`)
}

test('a reader that begins late has all lines in their order', async () => {
  using pipe = openPipe()
  const writer = new LogWriter(pipe.fd, lossLine)
  const lines = numbered(1_000)
  for (const line of lines) writer.write(line)
  let read = ''
  while (read.length < lines.join('').length) {
    writer.flush()
    await nextRound()
    read += pipe.read()
  }
  expect(read).toBe(lines.join(''))
})

test('what is held for a reader has a bound, and what was left out is counted in its place', async () => {
  using pipe = openPipe()
  const writer = new LogWriter(pipe.fd, lossLine, 32 * 1024)
  for (const line of numbered(2_000)) writer.write(line)
  let read = ''
  while (!read.endsWith('the last\n')) {
    await nextRound()
    read += pipe.read()
    // There is room for it as soon as a batch is gone.
    if (!read.includes('lost') && read.length >= 32 * 1024) writer.write('the last\n')
    writer.flush()
  }
  const lines = read.trimEnd().split('\n')
  const kept = lines.filter((line) => line.startsWith('line')).length
  expect(kept).toBeLessThan(2_000)
  expect(lines.find((line) => line.startsWith('lost'))).toBe(`lost ${2_000 - kept}`)
})

test('the end of the process does not wait for a reader that takes nothing', () => {
  using pipe = openPipe()
  const writer = new LogWriter(pipe.fd, lossLine)
  const lines = numbered(2_000).join('')
  writer.write(lines.slice(0, lines.length / 2))
  writer.flushNow()
  expect(lines.startsWith(pipe.read())).toBe(true)
})

test('the end of the process does not wait for a reader that is gone', () => {
  let writeEnd: ReturnType<typeof open>
  {
    using pipe = openPipe()
    writeEnd = open(pipe.path)
  }
  using end = writeEnd
  const told: number[] = []
  const writer = new LogWriter(end.fd, (count) => `${told.push(count)}\n`)
  writer.write('to nobody\n')
  writer.flushNow()
  writer.write('to nobody\n')
  expect(told).toEqual([1])
})

test('lines that could not be written are counted among those left out', () => {
  using full = open('/dev/full')
  const told: number[] = []
  const writer = new LogWriter(full.fd, (count) => {
    told.push(count)
    return ''
  })
  writer.write('one\ntwo\n')
  writer.flushNow()
  writer.write('three\n')
  expect(told).toEqual([2])
})
